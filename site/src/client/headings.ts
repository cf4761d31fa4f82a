// Marks the heading that is being read in the list on the right.

export function followHeadings(): void {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('.toc a')].map((link) => [
      decodeURIComponent(link.hash.slice(1)),
      link,
    ]),
  );
  if (links.size === 0) return;
  const headings = [...links.keys()].map((id) => document.getElementById(id)).filter((one) => one !== null);
  const mark = (): void => {
    const top = headings.filter((heading) => heading.getBoundingClientRect().top < innerHeight / 4).at(-1);
    for (const [id, link] of links) {
      if (id === top?.id) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  const observer = new IntersectionObserver(mark, { rootMargin: '0px 0px -75% 0px', threshold: [0, 1] });
  for (const heading of headings) observer.observe(heading);
}

// Anchors of headings, as GitHub makes them: the same links work in the repository and on the site.

export const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

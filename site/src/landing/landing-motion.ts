// The moving picture starts when it is seen, and not at all for those who want less motion.

const video = document.querySelector<HTMLVideoElement>('.hero-video');
if (video !== null && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    video.src = video.dataset.src ?? '';
    video.play().catch(() => undefined);
  });
  addEventListener('load', () => observer.observe(video));
}

// Starts the service worker when the page has nothing else to do.

export function goOffline(root: URL): void {
  if (!('serviceWorker' in navigator) || !location.protocol.startsWith('http')) return;
  const start = (): void => {
    navigator.serviceWorker.register(new URL('sw.js', root), { scope: root.href }).catch((error: unknown) => {
      // The site works without it: in private windows, or over plain HTTP.
      console.info('offline use is not available:', error);
    });
  };
  if ('requestIdleCallback' in window) addEventListener('load', () => requestIdleCallback(start));
  else addEventListener('load', start);
}

// Starts the service worker when the page has nothing else to do.

export function goOffline(root: URL): void {
  if (!('serviceWorker' in navigator) || !location.protocol.startsWith('http')) return;
  // The pages are some megabytes, which who saves data has not asked for.
  const connection: unknown = Reflect.get(navigator, 'connection');
  if (typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true) return;
  const start = (): void => {
    navigator.serviceWorker.register(new URL('sw.js', root), { scope: root.href }).catch((error: unknown) => {
      // The site works without it: in private windows, or over plain HTTP.
      console.info('offline use is not available:', error);
    });
  };
  if ('requestIdleCallback' in window) addEventListener('load', () => requestIdleCallback(start));
  else addEventListener('load', start);
}

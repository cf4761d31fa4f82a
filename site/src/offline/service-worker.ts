// Makes a second visit work offline. Pages come from the network if there is one, so that nobody reads an old page; files with a hash in
// their name come from the cache. After the first visit, all pages and the search index are loaded in the background.

interface KeptFile {
  readonly path: string;
  readonly hash: string;
}

/** The parts of a worker's scope that are used here. The types of workers and of pages exclude each other. */
interface WorkerEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface WorkerFetch extends WorkerEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface WorkerScope {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: WorkerFetch) => void): void;
}

/** Written by the build. */
declare const KEPT_FILES: readonly KeptFile[];
declare const self: WorkerScope;

const { scope } = self.registration;
const PREFIX = `assetc-site ${scope} `;
const NAME = `${PREFIX}1`;
/** Of files that the background loading has stored, so that a new version copies nothing twice. */
const HASH_HEADER = 'x-assetc-hash';
const AT_ONCE = 6;

const addressOf = (path: string): string => new URL(path.replace(/(^|\/)index\.html$/, '$1'), scope).href;

/** Without a fragment or a query: links to settings of the playground are one page. */
function keyOf(address: string): string {
  const url = new URL(address);
  url.hash = '';
  url.search = '';
  url.pathname = url.pathname.replace(/\/index\.html$/, '/');
  return url.href;
}

async function keepFile(cache: Cache, { path, hash }: KeptFile): Promise<void> {
  const address = addressOf(path);
  const known = await cache.match(address);
  if (known?.headers.get(HASH_HEADER) === hash) return;
  const response = await fetch(address, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  const headers = new Headers(response.headers);
  headers.set(HASH_HEADER, hash);
  await cache.put(address, new Response(await response.blob(), { headers }));
}

async function keepAll(): Promise<void> {
  const cache = await caches.open(NAME);
  const queue = [...KEPT_FILES];
  const drain = async (): Promise<void> => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) await keepFile(cache, file);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, drain));
}

/** Removes caches of earlier versions, and files with a hash in their name that no page uses now. */
async function removeOld(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== NAME) await caches.delete(name);
  const cache = await caches.open(NAME);
  const wanted = new Set(KEPT_FILES.map(({ path }) => addressOf(path)));
  for (const { url } of await cache.keys())
    if (url.startsWith(new URL('assets/', scope).href) && !wanted.has(url)) await cache.delete(url);
}

async function fromNetwork(request: Request, key: string): Promise<Response> {
  const response = await fetch(request);
  // A part of a file is not the file.
  if (response.status === 200) await (await caches.open(NAME)).put(key, response.clone());
  return response;
}

/** A video asks for ranges; a cache stores whole files. */
async function rangeOf(request: Request, whole: Response): Promise<Response> {
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get('range') ?? '');
  if (range === null) return whole;
  const body = await whole.blob();
  const start = Number(range[1]);
  const end = range[2] === '' ? body.size - 1 : Math.min(Number(range[2]), body.size - 1);
  const headers = { 'content-type': body.type, 'content-range': `bytes ${start}-${end}/${body.size}` };
  return new Response(body.slice(start, end + 1), { status: 206, headers });
}

async function answer(request: Request): Promise<Response> {
  const key = keyOf(request.url);
  const isHashed = key.startsWith(new URL('assets/', scope).href);
  const cached = await caches.match(key);
  if (isHashed && cached !== undefined) return cached;
  try {
    return await fromNetwork(request, key);
  } catch (error) {
    if (cached === undefined) throw error;
    return rangeOf(request, cached);
  }
}

self.addEventListener('install', (event) => event.waitUntil(keepAll().then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(removeOld().then(() => self.clients.claim())));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'GET' && request.url.startsWith(scope)) event.respondWith(answer(request));
});

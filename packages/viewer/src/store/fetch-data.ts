// Where the page's data and its own files come from: next to the page, or out of the page if it is a single file.

import { carriedFiles } from '../single/carried.js';

interface Started {
  readonly answer: Promise<Response>;
  readonly life: AbortController;
}

const early = new Map<string, Started>();

/** Starts requests before anything asks for the answers. Answers that nothing has asked for are given up with `cancelEarly`. */
export function fetchEarly(urls: readonly string[]): void {
  for (const url of urls) {
    const life = new AbortController();
    const answer = fetchNow(url, { cache: 'no-cache', signal: life.signal });
    // Whoever asks for it gets the error.
    answer.catch(() => undefined);
    early.set(url, { answer, life });
  }
}

export function cancelEarly(): void {
  for (const { life } of early.values()) life.abort();
  early.clear();
}

/** Like `fetch`, with a path relative to the page. */
export function fetchData(url: string, init: RequestInit = {}): Promise<Response> {
  const started = early.get(url);
  if (started === undefined) return fetchNow(url, init);
  early.delete(url);
  init.signal?.addEventListener('abort', () => started.life.abort());
  return started.answer;
}

function fetchNow(url: string, init: RequestInit): Promise<Response> {
  return carriedFiles() === undefined ? fetch(url, init) : fetchCarried(url);
}

/** Like a server that ignores ranges. */
async function fetchCarried(url: string): Promise<Response> {
  const path = url.replace(/\?.*$/, '').split('/').map(decodeURIComponent).join('/');
  const bytes = await carriedFiles()?.read(path);
  return bytes === undefined ? new Response(null, { status: 404 }) : new Response(bytes);
}

/** Starts a worker of the page: `texture/worker/texture-worker.js`. Of a single file it is a classic script, because modules in memory start no workers. */
export function startWorker(path: string): Worker {
  const carried = carriedFiles()?.scripts.get(path);
  return carried === undefined ? new Worker(new URL(path, document.baseURI), { type: 'module' }) : new Worker(carried);
}

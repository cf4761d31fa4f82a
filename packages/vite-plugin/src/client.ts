// The runtime of `assetc:` imports in the page: files by URL, with hashed names or from one pack, and in dev the changes. Vite serves it as
// a separate module, so it has no imports.

/// <reference types="vite/types/importMeta.d.ts" />

/** Changed files of the output; new ones count as changed. */
export interface AssetcChange {
  /** Paths in the output folder: `models/chair.hmesh`. */
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** The payload of Vite's `assetc:changed` event. */
export interface AssetcEvent extends AssetcChange {
  /** Whether the page is reloaded if no `onChange` listener exists. */
  readonly reload: boolean;
}

/**
 * The whole output, imported by `import files from 'assetc:'`: a source for `AssetcLoader`, and a file provider for `AssetLibrary`.
 *
 * @example
 * const library = await AssetLibrary.open(files);
 * files.onChange(({ changed }) => console.log(changed));
 */
export interface AssetcFiles<Path extends string = string> {
  /** Every file, sorted. */
  readonly paths: readonly Path[];
  /** URL of the pack, if `vite build` shipped one. */
  readonly pack: string | undefined;
  /** The URL of a file. Throws if it is in a pack, or does not exist. */
  url(path: Path): string;
  /** A file's bytes; undefined if it does not exist. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** Calls the listener in dev after every build that changed files; never in production. Returns a function that removes it. */
  onChange(listener: (change: AssetcChange) => void): () => void;
}

declare module 'vite/types/customEvent.d.ts' {
  interface CustomEventMap {
    'assetc:changed': AssetcEvent;
    'assetc:fixed': Record<string, never>;
    'assetc:hello': Record<string, never>;
  }
}

const listeners = new Set<(change: AssetcChange) => void>();
const news = new Set<(change: AssetcChange) => void>();
const used = new Set<string>();

/** Returns the URL of an import, and marks the file as used. */
export function imported(path: string, url: string): string {
  used.add(path);
  return url;
}

const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

function onChange(listener: (change: AssetcChange) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** In dev: files below a URL of the server. */
export function servedFiles(base: string, known: readonly string[], isPacked: boolean): AssetcFiles {
  const paths = new Set(known);
  news.add(({ changed, removed }) => {
    for (const path of changed) paths.add(path);
    for (const path of removed) paths.delete(path);
  });
  return {
    get paths() {
      return [...paths].sort();
    },
    pack: undefined,
    url: (path) => {
      if (isPacked) throw inPack(path);
      if (!paths.has(path)) throw absent(path);
      return imported(path, base + encoded(path));
    },
    read: async (path) => {
      used.add(path);
      return paths.has(path) ? fetched(base + encoded(path)) : undefined;
    },
    onChange,
  };
}

/** In production: files with hashed names. */
export function emittedFiles(urls: readonly (readonly [path: string, url: string])[]): AssetcFiles {
  const known = new Map(urls);
  return {
    paths: [...known.keys()],
    pack: undefined,
    url: (path) => {
      const url = known.get(path);
      if (url === undefined) throw absent(path);
      return url;
    },
    read: async (path) => {
      const url = known.get(path);
      return url === undefined ? undefined : fetched(url);
    },
    onChange,
  };
}

type PackPlace = readonly [path: string, offset: number, size: number];

/** In production: files of one pack with a known directory. */
export function packedFiles(pack: string, directory: readonly PackPlace[]): AssetcFiles {
  const known = new Map(directory.map((place) => [place[0], place]));
  /** If a server answers a range with the whole file, it is kept. */
  let whole: Promise<Uint8Array | undefined> | undefined;
  const part = async ([, offset, size]: PackPlace): Promise<Uint8Array | undefined> => {
    if (size === 0) return new Uint8Array(0);
    if (whole === undefined) {
      const headers = { range: `bytes=${offset}-${offset + size - 1}` };
      const response = await request(pack, { headers });
      if (response.status === 206) return bytesOf(response, size);
      whole = bytesOf(response, undefined);
    }
    return (await whole)?.subarray(offset, offset + size);
  };
  return {
    paths: [...known.keys()],
    pack,
    url: (path) => {
      throw known.has(path) ? inPack(path) : absent(path);
    },
    read: async (path) => {
      const place = known.get(path);
      return place === undefined ? undefined : part(place);
    },
    onChange,
  };
}

const absent = (path: string): Error => new Error(`${path} is not in the output of assetc`);
const inPack = (path: string): Error =>
  new Error(`${path} is in a pack and has no URL: read it, or import it by name ('assetc:${path}')`);

async function request(url: string, init?: RequestInit): Promise<Response> {
  if (import.meta.env.SSR) throw new Error(`${url} is fetched in the browser: on a server there is only url()`);
  const response = await fetch(url, init);
  if (response.ok) return response;
  await response.body?.cancel();
  throw new Error(`${url}: the server answered ${response.status} ${response.statusText}`);
}

const fetched = async (url: string): Promise<Uint8Array> => bytesOf(await request(url), undefined);

async function bytesOf(response: Response, size: number | undefined): Promise<Uint8Array> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (size !== undefined && bytes.length !== size)
    throw new Error(`${response.url}: the server sent ${bytes.length} bytes of ${size}`);
  return bytes;
}

/** Closes our error overlay, but not those of other plug-ins. */
function closeOverlay(): void {
  for (const overlay of Array.from(document.querySelectorAll('vite-error-overlay')))
    if (overlay.shadowRoot?.querySelector('.plugin')?.textContent?.includes('vite-plugin-assetc')) overlay.remove();
}

/** Calls the listeners. If there are none and the page uses the file, reloads the page. */
export function applyChange({ changed, removed, reload }: AssetcEvent): void {
  const change: AssetcChange = { changed, removed };
  for (const note of news) note(change);
  for (const listener of listeners)
    try {
      listener(change);
    } catch (error) {
      reportError(error);
    }
  if (listeners.size > 0 || !reload || typeof document === 'undefined') return;
  if ([...changed, ...removed].some((path) => used.has(path))) location.reload();
}

if (import.meta.hot) {
  import.meta.hot.on('assetc:changed', applyChange);
  if (typeof document !== 'undefined') {
    import.meta.hot.on('assetc:fixed', closeOverlay);
    // Asks for errors that were reported before this page was loaded.
    import.meta.hot.send('assetc:hello', {});
  }
}

// Reads assets from a folder on a server, a pack by range requests, or bytes. Reads take a signal, and a source can be refreshed after a
// build.

import {
  bytesSource,
  type FileProvider,
  fetchProvider,
  LayeredFiles,
  LibraryError,
  openPack,
  openRemoteLibrary,
  Pack,
  RemoteLibrary,
} from '@assetc/formats';

/**
 * The source of assets: the URL of an output folder, the URL of a pack (ends in `.hpack`, read by range requests), the bytes of a pack, or
 * any object that reads files by path. Or several, the lowest first: later ones replace and remove files of those before.
 */
export type AssetcSource = OneSource | readonly OneSource[];

type OneSource = string | URL | Uint8Array | ArrayBuffer | Pack | RemoteLibrary | FileProvider;

/** Options of HTTP requests. */
export interface RequestSettings {
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface AssetFiles {
  /** Resolves to undefined if there is no such file. */
  read(path: string, signal?: AbortSignal): Promise<Uint8Array | undefined>;
  /** Forgets everything cached from earlier requests. */
  refresh(): Promise<void>;
  close(): void;
}

const isPackUrl = (url: string): boolean => /\.hpack$/i.test(url.replace(/[?#].*$/, ''));

/** The address of a source in messages; undefined if it has none. */
export const addressOf = (source: AssetcSource): string | undefined =>
  typeof source === 'string' || source instanceof URL ? `${source}` : undefined;

const isList = (source: AssetcSource): source is readonly OneSource[] => Array.isArray(source);

/** `manifest`: its path, which layers need. */
export function openFiles(source: AssetcSource, settings: RequestSettings, manifest: string | undefined): AssetFiles {
  if (!isList(source)) return openOne(source, settings);
  return layeredFiles(
    source.map((one) => openOne(one, settings)),
    manifest,
  );
}

function layeredFiles(layers: readonly AssetFiles[], manifest: string | undefined): AssetFiles {
  let opened: Promise<LayeredFiles> | undefined;
  return {
    async read(path, signal) {
      opened ??= LayeredFiles.open(layers, manifest === undefined ? {} : { manifest }).catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      return (await opened).read(path, signal);
    },
    async refresh() {
      for (const layer of layers) await layer.refresh();
      opened = undefined;
    },
    close() {
      for (const layer of layers) layer.close();
    },
  };
}

function openOne(source: OneSource, settings: RequestSettings): AssetFiles {
  if (source instanceof ArrayBuffer) return packFiles(openPack(bytesSource(new Uint8Array(source))));
  if (source instanceof Uint8Array) return packFiles(openPack(bytesSource(source)));
  if (source instanceof Pack) return packFiles(Promise.resolve(source));
  if (source instanceof RemoteLibrary) return remoteFiles(() => Promise.resolve(source), false);
  if (typeof source !== 'string' && !(source instanceof URL)) return providerFiles(source);
  if (isPackUrl(`${source}`)) return remoteFiles(() => openRemoteLibrary(source, defined(settings)), true);
  return folderFiles(source, settings);
}

const defined = ({ fetch: own, headers }: RequestSettings) => ({
  ...(own === undefined ? {} : { fetch: own }),
  ...(headers === undefined ? {} : { headers }),
});

function folderFiles(url: string | URL, settings: RequestSettings): AssetFiles {
  const own: typeof fetch = settings.fetch ?? ((input, init) => fetch(input, init));
  let cache: RequestCache | undefined;
  const request: typeof fetch = (input, init) => own(input, cache === undefined ? init : { ...init, cache });
  return {
    read: (path, signal) =>
      fetchProvider(url, { ...defined(settings), fetch: request, ...(signal === undefined ? {} : { signal }) }).read(
        path,
      ),
    async refresh() {
      cache = 'no-cache';
    },
    close() {},
  };
}

function packFiles(opened: Promise<Pack>): AssetFiles {
  opened.catch(() => {});
  return { read: async (path) => (await opened).read(path), async refresh() {}, close() {} };
}

const providerFiles = (provider: FileProvider): AssetFiles => ({
  read: (path) => provider.read(path),
  async refresh() {},
  close() {},
});

function remoteFiles(open: () => Promise<RemoteLibrary>, isOwn: boolean): AssetFiles {
  let remote: Promise<RemoteLibrary> | undefined;
  let isClosed = false;
  const opened = (): Promise<RemoteLibrary> => {
    if (isClosed) throw new LibraryError('the loader is disposed');
    remote ??= open().catch((error: unknown) => {
      remote = undefined;
      throw error;
    });
    return remote;
  };
  const closeOwn = (): void => {
    if (isOwn)
      remote?.then(
        (library) => library.close(),
        () => {},
      );
    remote = undefined;
  };
  return {
    async read(path, signal) {
      const library = await opened();
      if (library.pack.find(path) === undefined) return undefined;
      return library.read(path, signal === undefined ? {} : { signal });
    },
    async refresh() {
      if (isOwn) closeOwn();
    },
    close() {
      isClosed = true;
      closeOwn();
    },
  };
}

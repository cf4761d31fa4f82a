// A font and its atlas, read again when a build changes one of them.

import { decodeHfont, type Hfont, manifestHash } from '@assetc/formats';
import { useEffect, useState } from 'preact/hooks';
import type { Loaded } from '../../store/last-loaded.js';
import type { Store } from '../../store/store.js';
import { useEntries } from '../../store/use-store.js';
import type { Texels } from '../../texture/texels.js';
import { TextureClient } from '../../texture/worker/texture-client.js';
import type { ViewProps } from '../table.js';

export interface OpenFont {
  readonly font: Hfont;
  readonly atlas: Texels;
  readonly atlasPath: string;
  /** The atlas, for the sheet. */
  readonly client: TextureClient;
}

const defaultAtlas = (path: string): string => path.replace(/\.hfont$/i, '.ktx2');

/** The texture with the font's name, else the one that it refers to. */
function atlasOf(store: Store, path: string, font: Hfont): string {
  const expected = defaultAtlas(path);
  if (store.find(expected) !== undefined) return expected;
  const named = store.entries.find(
    (entry) => entry.kind === 'texture' && manifestHash('texture', entry.path) === font.atlasTex,
  );
  if (named === undefined) throw new Error(`The texture with its distance fields is missing: ${expected}`);
  return named.path;
}

export function useFont({ path, store, version }: ViewProps): Loaded<OpenFont> {
  const [state, setState] = useState<Loaded<OpenFont>>({});
  useEntries(store);
  const atlasVersion = store.find(defaultAtlas(path))?.version;
  useEffect(() => {
    const life = new AbortController();
    let client: TextureClient | undefined;
    const load = async (): Promise<OpenFont> => {
      const font = decodeHfont(await store.read(path));
      const atlasPath = atlasOf(store, path, font);
      const bytes = await store.read(atlasPath);
      life.signal.throwIfAborted();
      client = new TextureClient(bytes);
      const atlas = await client.decode({ level: 0, layer: 0, face: 0, slice: 0 }, life.signal);
      return { font, atlas, atlasPath, client };
    };
    load().then(
      (value) => life.signal.aborted || setState({ value }),
      (error: unknown) => life.signal.aborted || setState({ error }),
    );
    return () => {
      life.abort();
      client?.close();
    };
  }, [path, store, version, atlasVersion]);
  return state;
}

// Decodes one level of two textures, to show and compare them.

import { useEffect, useState } from 'preact/hooks';
import { levelSize } from '../../texture/images.js';
import { TextureClient } from '../../texture/worker/texture-client.js';
import type { Pair, Side } from './pair.js';
import { type Rgba, shownTexels } from './picture-difference.js';

export interface PairPictures {
  readonly a: Rgba;
  /** Undefined if A is shown alone. */
  readonly b: Rgba | undefined;
  /** Of the larger texture, that is shown. */
  readonly level: number;
}

/** Larger textures are shown by a smaller level: a tab has to hold both, and their difference. */
const MAX_SIDE = 2048;

async function decode({ store, path }: Side, signal: AbortSignal): Promise<{ picture: Rgba; level: number }> {
  const client = new TextureClient(await store.read(path));
  try {
    const { ktx, facts } = client;
    let level = 0;
    while (level + 1 < ktx.levels.length && Math.max(...Object.values(levelSize(ktx, level))) > MAX_SIDE) level++;
    const texels = await client.decode({ level, layer: 0, face: 0, slice: 0 }, signal);
    return { picture: shownTexels(texels, facts.channels === 'r'), level };
  } finally {
    client.close();
  }
}

export function usePairPictures({ a, b }: Pair): { readonly pictures?: PairPictures; readonly error?: unknown } {
  const [state, setState] = useState<{ pictures?: PairPictures; error?: unknown }>({});
  useEffect(() => {
    const life = new AbortController();
    Promise.all([decode(a, life.signal), b && decode(b, life.signal)]).then(
      ([first, second]) =>
        life.signal.aborted ||
        setState({
          pictures: { a: first.picture, b: second?.picture, level: Math.max(first.level, second?.level ?? 0) },
        }),
      (error: unknown) => life.signal.aborted || setState({ error }),
    );
    return () => life.abort();
  }, [a.store, a.path, a.version, b?.store, b?.path, b?.version]);
  return state;
}

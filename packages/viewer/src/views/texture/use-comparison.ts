// The source of a texture from the server, and the worker's comparison with it.

import { useEffect, useState } from 'preact/hooks';
import type { UiAsset } from '../../api.js';
import { messageOf } from '../../parts/error-box.js';
import type { Store } from '../../store/store.js';
import { parseSource, type Quality, type SourceImage } from '../../texture/compare.js';
import { type ImageKey, levelSize } from '../../texture/images.js';
import type { TextureClient } from '../../texture/worker/texture-client.js';
import type { Wanted } from './use-answer.js';

export interface Compared {
  /** Only if it has the size of the texture. */
  readonly source?: SourceImage;
  readonly quality?: Quality;
  /** Why it cannot be compared. */
  readonly refusal?: string;
  /** `waiting`: only the user starts it, because the texture is large. */
  readonly state?: 'waiting' | 'decoding';
}

export async function fetchSource(
  { base }: Store,
  path: string,
  image: Pick<ImageKey, 'layer' | 'face'>,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const url = `${base}api/source/${path.split('/').map(encodeURIComponent).join('/')}?layer=${image.layer}&face=${image.face}`;
  const response = await fetch(url, { signal, cache: 'no-cache' });
  if (!response.ok) {
    const text = await response.text();
    throw new Error(text.trim() === '' ? `the server answered ${response.status}` : text.trim());
  }
  return new Uint8Array(await response.arrayBuffer());
}

/** As a sentence. */
const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;

async function compare(
  client: TextureClient,
  store: Store,
  path: string,
  image: ImageKey,
  signal: AbortSignal,
): Promise<Compared> {
  const asset = await store.api<UiAsset | null>(`asset/${path}.json`, signal);
  if (asset === undefined || asset === null || asset.sources.length === 0)
    return { refusal: 'It has no source image.' };
  const bytes = await fetchSource(store, path, image, signal);
  const source = parseSource(bytes);
  const { width, height } = levelSize(client.ktx, 0);
  if (source.width !== width || source.height !== height)
    return {
      refusal: `The source has ${source.width} × ${source.height} texels. Images of different sizes are not compared.`,
    };
  return { source, quality: await client.ask('compare', image, { signal, source: bytes }) };
}

/** `isWanted`: false until the user asks; `later`: it starts by itself. */
export function useComparison(
  client: TextureClient | undefined,
  store: Store,
  path: string,
  image: ImageKey,
  isWanted: Wanted,
): Compared {
  const [compared, setCompared] = useState<Compared>({});
  const { layer, face, slice } = image;
  useEffect(() => {
    if (client === undefined) return;
    if (!store.index.sources) {
      setCompared({ refusal: 'There is no source to compare with: run assetc ui in the folder of the project.' });
      return;
    }
    setCompared({ state: isWanted === false ? 'waiting' : 'decoding' });
    if (isWanted !== true) return;
    const life = new AbortController();
    compare(client, store, path, { level: 0, layer, face, slice }, life.signal).then(
      (result) => life.signal.aborted || setCompared(result),
      (error: unknown) => life.signal.aborted || setCompared({ refusal: sentence(messageOf(error)) }),
    );
    return () => life.abort();
  }, [client, store, path, layer, face, slice, isWanted]);
  return compared;
}

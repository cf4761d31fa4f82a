// What the texture worker makes of images; what came before stays until it is there.

import { useEffect, useState } from 'preact/hooks';
import type { BlockMap } from '../../texture/block-map.js';
import { type Histogram, mergeHistograms } from '../../texture/histogram.js';
import { type ImageKey, imageName } from '../../texture/images.js';
import type { TextureClient } from '../../texture/texture-client.js';

/** Whether an answer is wanted: `later`, when the picture stands. */
export type Wanted = boolean | 'later';

function useAnswer<T>(
  wanted: Wanted,
  ask: (signal: AbortSignal) => Promise<T>,
  keys: readonly unknown[],
): T | undefined {
  const [state, setState] = useState<{ readonly result?: T }>({});
  useEffect(() => {
    if (wanted !== true) return;
    const life = new AbortController();
    ask(life.signal).then(
      (result) => life.signal.aborted || setState({ result }),
      // The canvas tells what is wrong with the texels.
      () => life.signal.aborted || setState({}),
    );
    return () => life.abort();
  }, [wanted, ...keys]);
  return wanted === false ? undefined : state.result;
}

export const useBlockMap = (client: TextureClient, image: ImageKey, wanted: Wanted): BlockMap | undefined =>
  useAnswer(wanted, (signal) => client.ask('blocks', image, { signal }), [client, imageName(image)]);

/** Of all images together. */
export const useHistogram = (
  client: TextureClient,
  images: readonly ImageKey[],
  wanted: Wanted,
): Histogram | undefined =>
  useAnswer(
    wanted,
    async (signal) =>
      mergeHistograms(await Promise.all(images.map((each) => client.ask('histogram', each, { signal })))),
    [client, images.map(imageName).join()],
  );

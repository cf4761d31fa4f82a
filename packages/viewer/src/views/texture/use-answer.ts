// Results of the texture worker for images; the previous result stays until the next arrives.

import { useEffect, useState } from 'preact/hooks';
import type { BlockMap } from '../../texture/block-map.js';
import { type Histogram, mergeHistograms } from '../../texture/histogram.js';
import { type ImageKey, imageName } from '../../texture/images.js';
import type { TextureClient } from '../../texture/worker/texture-client.js';

/** Whether an answer is needed: `later` after the image is drawn. */
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
      // The canvas reports problems with texels.
      () => life.signal.aborted || setState({}),
    );
    return () => life.abort();
  }, [wanted, ...keys]);
  return wanted === false ? undefined : state.result;
}

export const useBlockMap = (client: TextureClient, image: ImageKey, wanted: Wanted): BlockMap | undefined =>
  useAnswer(wanted, (signal) => client.ask('blocks', image, { signal }), [client, imageName(image)]);

/** One histogram of all images. */
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

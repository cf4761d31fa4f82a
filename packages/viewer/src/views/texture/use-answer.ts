// What the texture worker makes of images; what came before stays until it is there.

import { useEffect, useState } from 'preact/hooks';
import type { BlockMap } from '../../texture/block-map.js';
import { type Histogram, mergeHistograms } from '../../texture/histogram.js';
import { type ImageKey, imageName } from '../../texture/images.js';
import type { TextureClient } from '../../texture/texture-client.js';

function useAnswer<T>(ask: ((signal: AbortSignal) => Promise<T>) | undefined, keys: readonly unknown[]): T | undefined {
  const [state, setState] = useState<{ readonly result?: T }>({});
  useEffect(() => {
    if (ask === undefined) return;
    const life = new AbortController();
    ask(life.signal).then(
      (result) => life.signal.aborted || setState({ result }),
      // The canvas tells what is wrong with the texels.
      () => life.signal.aborted || setState({}),
    );
    return () => life.abort();
  }, keys);
  return ask === undefined ? undefined : state.result;
}

export const useBlockMap = (client: TextureClient, image: ImageKey, isWanted: boolean): BlockMap | undefined =>
  useAnswer(isWanted ? (signal) => client.ask('blocks', image, { signal }) : undefined, [
    client,
    imageName(image),
    isWanted,
  ]);

/** Of all images together. */
export const useHistogram = (
  client: TextureClient,
  images: readonly ImageKey[],
  isWanted: boolean,
): Histogram | undefined =>
  useAnswer(
    isWanted
      ? async (signal) =>
          mergeHistograms(await Promise.all(images.map((each) => client.ask('histogram', each, { signal }))))
      : undefined,
    [client, images.map(imageName).join(), isWanted],
  );

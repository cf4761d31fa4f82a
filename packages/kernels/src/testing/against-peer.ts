// Level `normal` compared with Basis Universal's level 2.

import { decodeUastc, UastcEncoder } from '../uastc/uastc.js';
import { encodeWithPeer } from './basis-encoder.js';
import { transcodeBlocks } from './basis-transcoder.js';
import { decodeImage, psnr } from './decode-image.js';

const encoder = new UastcEncoder();

export function encodeNormal(rgba: Uint8Array, width: number, height: number): Uint8Array {
  const out = new Uint8Array(width * height);
  encoder.encode(rgba, width, height, 0, height / 4, out, { level: 'normal', metric: 'rgb', channels: 'rgba' });
  return out;
}

/** How many dB ours is above the peer's, as UASTC, BC7 and ETC. Qualities above `maximum` count as `maximum`. */
export async function againstPeer(
  rgba: Uint8Array,
  width: number,
  height: number,
  maximum: number,
): Promise<[own: number, bc7: number, etc: number]> {
  const alpha = rgba.some((v, i) => i % 4 === 3 && v !== 255);
  const etc = alpha ? 'etc2' : 'etc1';
  const qualities = async (blocks: Uint8Array): Promise<[number, number, number]> => {
    const shownAs = async (format: 'bc7' | 'etc1' | 'etc2'): Promise<Uint8Array> =>
      decodeImage(format, await transcodeBlocks(blocks, width, height, alpha, format), width, height);
    const quality = (shown: Uint8Array): number => Math.min(maximum, psnr(rgba, shown));
    return [quality(decodeUastc(blocks, width, height)), quality(await shownAs('bc7')), quality(await shownAs(etc))];
  };
  const ours = await qualities(encodeNormal(rgba, width, height));
  const theirs = await qualities((await encodeWithPeer(rgba, width, height, 2)).blocks);
  return [ours[0] - theirs[0], ours[1] - theirs[1], ours[2] - theirs[2]];
}

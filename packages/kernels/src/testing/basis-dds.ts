// The peer for BC formats: Basis Universal's direct encoders (`encodeToDDS`). Encode time only, no mips.

import { call, type PeerResult, timed, withBasisEncoder } from './basis-peer.js';

/** bc7f has levels 0 to 2, bc7e levels 0 to 6. The other formats have one level. */
export type PeerSetting =
  | { readonly format: 'bc1' | 'bc3' | 'bc4' | 'bc5' }
  | { readonly format: 'bc7'; readonly encoder: 'bc7f' | 'bc7e'; readonly level: number };

const BLOCK_BYTES: Readonly<Record<PeerSetting['format'], number>> = { bc1: 8, bc3: 16, bc4: 8, bc5: 16, bc7: 16 };
const ENCODERS = ['bc7f', 'bc7e'];

/** Encodes by squared error, with equal weights of all channels. */
export function encodeWithDdsPeer(
  rgba: Uint8Array,
  width: number,
  height: number,
  setting: PeerSetting,
): Promise<PeerResult> {
  return withBasisEncoder((peer) => {
    call(peer, 'setPerceptual', false);
    call(peer, 'setSRGBOptions', false);
    peer.setSliceSourceImage(0, rgba, width, height, 0);
    call(peer, 'setDDSFormat', setting.format);
    if (setting.format === 'bc7') {
      call(peer, 'setDDSBC7Encoder', ENCODERS.indexOf(setting.encoder));
      call(peer, setting.encoder === 'bc7f' ? 'setDDSBC7FLevel' : 'setDDSBC7EScalarLevel', setting.level);
    }
    const bytes = Math.ceil(width / 4) * Math.ceil(height / 4) * BLOCK_BYTES[setting.format];
    const out = new Uint8Array(bytes + 65536);
    const { result: length, milliseconds } = timed(() => call(peer, 'encodeToDDS', out));
    if (typeof length !== 'number' || length < bytes) throw new Error('ktx2-encoder failed');
    return { blocks: out.slice(length - bytes, length), milliseconds };
  });
}

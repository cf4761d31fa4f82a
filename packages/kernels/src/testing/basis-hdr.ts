// The peer for high dynamic range: Basis Universal's UASTC HDR 4×4 encoder. Encode time only, no mips, no Zstd.

import { call, encodeFirstLevel, type PeerResult, withBasisEncoder } from './basis-peer.js';

const HALF_FLOATS = 0;

/** Encodes RGBA half floats at a level from 0 to 4. */
export function encodeWithHdrPeer(
  halfs: Uint16Array,
  width: number,
  height: number,
  level: number,
): Promise<PeerResult> {
  return withBasisEncoder((peer) => {
    call(peer, 'setHDR', true);
    call(peer, 'setUASTCHDRQualityLevel', level);
    const bytes = new Uint8Array(halfs.buffer, halfs.byteOffset, halfs.byteLength);
    call(peer, 'setSliceSourceImageHDR', 0, bytes, width, height, HALF_FLOATS, false);
    return encodeFirstLevel(peer, width * height * 2 + 65536);
  });
}

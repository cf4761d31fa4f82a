// The peer: Basis Universal's UASTC encoder. Encode time only, no mips, no Zstd.

import { encodeFirstLevel, type PeerResult, withBasisEncoder } from './basis-peer.js';

/** Encodes with pack flags = level (no flag 128). */
export function encodeWithPeer(rgba: Uint8Array, width: number, height: number, level: number): Promise<PeerResult> {
  return withBasisEncoder((peer) => {
    peer.setUASTC(true);
    peer.setPackUASTCFlags(level);
    peer.setSliceSourceImage(0, rgba, width, height, 0);
    return encodeFirstLevel(peer, width * height + 65536);
  });
}

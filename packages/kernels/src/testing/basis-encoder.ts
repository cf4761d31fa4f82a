// The peer: Basis Universal's UASTC encoder as ktx2-encoder ships it. Encode time only, no mips, no Zstd.

import { read } from 'ktx-parse';
import { NodeBasisEncoder } from 'ktx2-encoder';

export interface PeerResult {
  readonly blocks: Uint8Array;
  readonly milliseconds: number;
}

let encoder: NodeBasisEncoder | undefined;

/** Encodes with pack flags = level (no flag 128). Milliseconds are of the processor, not of the clock. */
export async function encodeWithPeer(
  rgba: Uint8Array,
  width: number,
  height: number,
  level: number,
): Promise<PeerResult> {
  encoder ??= new NodeBasisEncoder();
  const module = await encoder.init();
  const peer = new module.BasisEncoder();
  try {
    peer.setUASTC(true);
    peer.setCreateKTX2File(true);
    peer.setKTX2UASTCSupercompression(false);
    peer.setMipGen(false);
    peer.setPackUASTCFlags(level);
    // Not in its types: without it the encoder reports on standard output.
    if ('setStatusOutput' in peer && typeof peer.setStatusOutput === 'function') peer.setStatusOutput(false);
    peer.setSliceSourceImage(0, rgba, width, height, 0);
    const out = new Uint8Array(width * height + 65536);
    const start = process.cpuUsage();
    const length = peer.encode(out);
    const used = process.cpuUsage(start);
    if (length === 0) throw new Error('ktx2-encoder failed');
    const [first] = read(out.subarray(0, length)).levels;
    if (first === undefined) throw new Error('ktx2-encoder wrote no level');
    return { blocks: first.levelData.slice(), milliseconds: (used.user + used.system) / 1000 };
  } finally {
    peer.delete();
  }
}

// The peer for high dynamic range: Basis Universal's UASTC HDR 4×4 encoder as ktx2-encoder ships it. Encode time only, no mips, no Zstd.

import { read } from 'ktx-parse';
import { NodeBasisEncoder } from 'ktx2-encoder';
import type { PeerResult } from './basis-encoder.js';

const HALF_FLOATS = 0;

let encoder: NodeBasisEncoder | undefined;

/** Calls a method that the encoder has and its types do not. */
function call(target: object, name: string, ...args: readonly unknown[]): unknown {
  const method: unknown = Reflect.get(target, name);
  if (typeof method !== 'function') throw new Error(`ktx2-encoder has no ${name}`);
  return Reflect.apply(method, target, args);
}

/** Encodes RGBA half floats at a level from 0 to 4. Milliseconds are of the processor, not of the clock. */
export async function encodeWithHdrPeer(
  halfs: Uint16Array,
  width: number,
  height: number,
  level: number,
): Promise<PeerResult> {
  encoder ??= new NodeBasisEncoder();
  const module = await encoder.init();
  const peer = new module.BasisEncoder();
  try {
    call(peer, 'setStatusOutput', false);
    call(peer, 'setHDR', true);
    call(peer, 'setUASTCHDRQualityLevel', level);
    peer.setCreateKTX2File(true);
    peer.setKTX2UASTCSupercompression(false);
    peer.setMipGen(false);
    const bytes = new Uint8Array(halfs.buffer, halfs.byteOffset, halfs.byteLength);
    call(peer, 'setSliceSourceImageHDR', 0, bytes, width, height, HALF_FLOATS, false);
    const out = new Uint8Array(width * height * 2 + 65536);
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

// Basis Universal's encoder, as in ktx2-encoder: created, called, timed and freed here for all formats.

import { read } from 'ktx-parse';
import { NodeBasisEncoder } from 'ktx2-encoder';

export interface PeerResult {
  readonly blocks: Uint8Array;
  /** Processor time, not wall time. */
  readonly milliseconds: number;
}

type BasisEncoder = InstanceType<Awaited<ReturnType<NodeBasisEncoder['init']>>['BasisEncoder']>;

let encoder: NodeBasisEncoder | undefined;

/** Calls a method of the encoder that its types lack. */
export function call(target: object, name: string, ...args: readonly unknown[]): unknown {
  const method: unknown = Reflect.get(target, name);
  if (typeof method !== 'function') throw new Error(`ktx2-encoder has no ${name}`);
  return Reflect.apply(method, target, args);
}

/** Passes an encoder that makes no mips and prints nothing. It is freed afterward. */
export async function withBasisEncoder<T>(use: (peer: BasisEncoder) => T): Promise<T> {
  encoder ??= new NodeBasisEncoder();
  const module = await encoder.init();
  const peer = new module.BasisEncoder();
  try {
    call(peer, 'setStatusOutput', false);
    peer.setMipGen(false);
    return use(peer);
  } finally {
    peer.delete();
  }
}

/** The result of `encode`, and its processor time. */
export function timed<T>(encode: () => T): { readonly result: T; readonly milliseconds: number } {
  const start = process.cpuUsage();
  const result = encode();
  const { user, system } = process.cpuUsage(start);
  return { result, milliseconds: (user + system) / 1000 };
}

/** Encodes to a KTX2 file without Zstd and takes its first level. */
export function encodeFirstLevel(peer: BasisEncoder, maxBytes: number): PeerResult {
  peer.setCreateKTX2File(true);
  peer.setKTX2UASTCSupercompression(false);
  const out = new Uint8Array(maxBytes);
  const { result: length, milliseconds } = timed(() => peer.encode(out));
  if (length === 0) throw new Error('ktx2-encoder failed');
  const [first] = read(out.subarray(0, length)).levels;
  if (first === undefined) throw new Error('ktx2-encoder wrote no level');
  return { blocks: first.levelData.slice(), milliseconds };
}

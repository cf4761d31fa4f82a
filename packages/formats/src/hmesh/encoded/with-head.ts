// Writes a compressed chunk: its header, then the coded bytes.

import { EncodedChunk, MESH_CODECS, type MeshCodec } from './encoded-layout.js';

interface Head {
  readonly stride: number;
  readonly count: number;
  readonly rawSize: number;
  readonly hash: bigint;
}

export function withHead(codec: MeshCodec, { rawSize, ...head }: Head, source: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(EncodedChunk.size + source.length);
  EncodedChunk.write(bytes, 0, { codec: MESH_CODECS.indexOf(codec), pad: 0, rawSize: BigInt(rawSize), ...head });
  bytes.set(source, EncodedChunk.size);
  return bytes;
}

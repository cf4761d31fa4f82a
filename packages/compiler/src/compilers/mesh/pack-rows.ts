// Vertex rows → the GPU layouts of VTXS and SKIN.

import { packOctahedral, packTangent } from '@assetc/formats';
import { GpuSkinVertex, GpuVertex } from '@assetc/formats/layouts';
import { NORMAL, TANGENT, UV, type VertexRows } from './vertex-rows.js';

const VERTEX_WORDS = GpuVertex.size / 4;
const SKIN_WORDS = GpuSkinVertex.size / 4;
/** Where the parts of a GpuVertex begin: floats by words, packed directions by halves of a word. */
const TO_NORMAL = GpuVertex.offsetOf('normal') / 2;
const TO_TANGENT = GpuVertex.offsetOf('tangent') / 2;
const TO_UV = GpuVertex.offsetOf('uv') / 4;

/** GpuVertex rows. Straight from the rows: unpacked columns of a million vertices would take another 50 MB. */
export function packRows(parts: readonly VertexRows[]): Uint8Array {
  const count = parts.reduce((sum, rows) => sum + rows.count, 0);
  const buffer = new ArrayBuffer(count * VERTEX_WORDS * 4);
  const out = new Float32Array(buffer);
  const shorts = new Int16Array(buffer);
  let to = 0;
  for (const { floats, layout, bits } of parts)
    for (let p = 0; p < bits.length; p += layout.words, to += VERTEX_WORDS) {
      out[to] = floats[p] ?? 0;
      out[to + 1] = floats[p + 1] ?? 0;
      out[to + 2] = floats[p + 2] ?? 0;
      const n = p + NORMAL;
      packOctahedral(floats[n] ?? 0, floats[n + 1] ?? 0, floats[n + 2] ?? 0, shorts, to * 2 + TO_NORMAL);
      const t = p + TANGENT;
      packTangent(
        floats[t] ?? 0,
        floats[t + 1] ?? 0,
        floats[t + 2] ?? 0,
        floats[t + 3] ?? 0,
        shorts,
        to * 2 + TO_TANGENT,
      );
      out[to + TO_UV] = floats[p + UV] ?? 0;
      out[to + TO_UV + 1] = floats[p + UV + 1] ?? 0;
    }
  return new Uint8Array(buffer);
}

/** GpuSkinVertex rows: the six words lie in a vertex row as they lie in the file. */
export function packSkin(parts: readonly VertexRows[]): Uint8Array {
  const count = parts.reduce((sum, rows) => sum + rows.count, 0);
  const out = new Uint32Array(count * SKIN_WORDS);
  let to = 0;
  for (const { bits, layout } of parts)
    for (let p = layout.skin; p < bits.length; p += layout.words)
      for (let w = 0; w < SKIN_WORDS; w++) out[to++] = bits[p + w] ?? 0;
  return new Uint8Array(out.buffer);
}

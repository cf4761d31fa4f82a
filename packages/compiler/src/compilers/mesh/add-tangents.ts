// Tangents where a source has none. They belong to corners: a vertex whose corners disagree is split.
//
// Rejected: welding whole corners after tangents were made. It gives the same vertices, since welded sources differ in some
// other word already, and takes more than twice the memory of welding (vertex, tangent) pairs: 5 words a corner, not 12 to 18.

import { weldRows } from '@assetc/kernels';
import { meshSettings } from './settings.js';
import { makeTangents, type TangentMethod } from './tangents.js';
import { type IndexedRows, rowsOf, TANGENT, UV } from './vertex-rows.js';

interface TangentOptions {
  readonly method?: TangentMethod;
  /** First word of the texture coordinates. */
  readonly uv?: number;
}

const TANGENT_DEFAULTS: Required<TangentOptions> = {
  method: meshSettings.settings.tangents.default === 'fast' ? 'fast' : 'mikktspace',
  uv: UV,
};

export async function addTangents({ rows, indices }: IndexedRows, options: TangentOptions = {}): Promise<IndexedRows> {
  const { method, uv } = { ...TANGENT_DEFAULTS, ...options };
  return makeTangents(rows, indices, { method, uv }, (tangents) => splitByTangent({ rows, indices }, tangents));
}

/** Words of a (vertex, tangent) pair. */
const PAIR = 5;

/** `tangents`: four floats for each corner of `indices`. */
export function splitByTangent({ rows, indices }: IndexedRows, tangents: Float32Array): IndexedRows {
  const { words } = rows.layout;
  const welded = weldRows(indices.length, PAIR, (bits, floats) => {
    for (let i = 0; i < indices.length; i++) {
      bits[i * PAIR] = indices[i] ?? 0;
      for (let c = 0; c < 4; c++) floats[i * PAIR + 1 + c] = tangents[i * 4 + c] ?? 0;
    }
  });
  const bits = new Uint32Array(welded.uniqueCount * words);
  for (let i = 0; i < welded.uniqueCount; i++) {
    const from = (welded.rows[i * PAIR] ?? 0) * words;
    const to = i * words;
    for (let w = 0; w < words; w++) bits[to + w] = rows.bits[from + w] ?? 0;
    for (let c = 0; c < 4; c++) bits[to + TANGENT + c] = welded.rows[i * PAIR + 1 + c] ?? 0;
  }
  return { rows: rowsOf(rows.layout, bits), indices: welded.remap };
}

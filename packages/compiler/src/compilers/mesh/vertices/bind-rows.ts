// Binds the rows of a primitive to joints of the skeleton.

import type { VertexRows } from './vertex-rows.js';

export function bindRigidly(rows: VertexRows, joint: number): void {
  const { words, skin } = rows.layout;
  for (let i = 0; i < rows.count; i++) {
    const at = i * words + skin;
    rows.bits.fill(0, at, at + 6);
    rows.bits[at] = joint;
    rows.floats[at + 2] = 1;
  }
}

/** Maps joints of a skin to joints of the skeleton. Joints without weight stay 0. */
export function mapJoints(rows: VertexRows, jointMap: Uint16Array): void {
  const { words, skin } = rows.layout;
  for (let i = 0; i < rows.count; i++) {
    const at = i * words + skin;
    for (let pair = 0; pair < 2; pair++) {
      const both = rows.bits[at + pair] ?? 0;
      const low = hasWeight(rows, at, pair * 2) ? (jointMap[both & 0xffff] ?? 0) : 0;
      const high = hasWeight(rows, at, pair * 2 + 1) ? (jointMap[both >>> 16] ?? 0) : 0;
      rows.bits[at + pair] = (low | (high << 16)) >>> 0;
    }
  }
}

const hasWeight = ({ floats }: VertexRows, at: number, lane: number): boolean => (floats[at + 2 + lane] ?? 0) > 0;

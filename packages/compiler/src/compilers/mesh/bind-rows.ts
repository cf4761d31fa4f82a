// Which joints of the skeleton the rows of a primitive follow.

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

/** Joints of a skin → joints of the skeleton. What has no weight stays joint 0, whichever that is. */
export function seatJoints(rows: VertexRows, seats: Uint16Array): void {
  const { words, skin } = rows.layout;
  for (let i = 0; i < rows.count; i++) {
    const at = i * words + skin;
    for (let pair = 0; pair < 2; pair++) {
      const both = rows.bits[at + pair] ?? 0;
      const low = weighs(rows, at, pair * 2) ? (seats[both & 0xffff] ?? 0) : 0;
      const high = weighs(rows, at, pair * 2 + 1) ? (seats[both >>> 16] ?? 0) : 0;
      rows.bits[at + pair] = (low | (high << 16)) >>> 0;
    }
  }
}

const weighs = ({ floats }: VertexRows, at: number, lane: number): boolean => (floats[at + 2 + lane] ?? 0) > 0;

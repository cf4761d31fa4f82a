// The output: a tangent per corner, or vertices, split if their corners have different tangents.

import { chosen, cornerCount, indices, NONE, order, setU32, tangents, u32At, vertexCount } from './state';
import { classOf, firstSlots } from './triangles';

/** Corners of triangles without an area take the tangent of the first corner of their class. `room`: a word per vertex. */
export function fillGaps(good: u32, room: usize): void {
  const total = cornerCount / 3;
  if (good === total) return;
  firstSlots(room, good, vertexCount);
  for (let place = good; place < total; place++) {
    const triangle = u32At(order, place);
    for (let corner: u32 = 0; corner < 3; corner++) {
      const at = triangle * 3 + corner;
      const slot = u32At(room, classOf(u32At(indices, at)));
      if (slot === NONE) continue;
      const from = slot / 3;
      setU32(chosen, at, u32At(chosen, u32At(order, from) * 3 + (slot - from * 3)));
    }
  }
}

export function writeCorners(into: usize): void {
  for (let corner: u32 = 0; corner < cornerCount; corner++)
    v128.store(into + (usize(corner) << 4), v128.load(tangents + (usize(u32At(chosen, corner)) << 4)));
}

/**
 * Numbers the distinct pairs of vertex and tangent by first appearance. `remap` gets the number of each corner; `rows` the vertex, the
 * tangent and the next pair of equal hash. `heads` has mask + 1 words. Returns the number of pairs.
 */
export function splitVertices(remap: usize, rows: usize, heads: usize, mask: u32): u32 {
  memory.fill(heads, 0xff, (usize(mask) + 1) << 2);
  let unique: u32 = 0;
  for (let corner: u32 = 0; corner < cornerCount; corner++) {
    const vertex = u32At(indices, corner);
    const tangent = u32At(chosen, corner);
    const value = v128.load(tangents + (usize(tangent) << 4));
    const head = hash(vertex, value) & mask;
    let id = u32At(heads, head);
    while (id !== NONE && !isPair(rows + usize(id) * 12, vertex, tangent, value))
      id = load<u32>(rows + usize(id) * 12, 8);
    if (id === NONE) {
      id = unique++;
      const row = rows + usize(id) * 12;
      store<u32>(row, vertex);
      store<u32>(row, tangent, 4);
      store<u32>(row, u32At(heads, head), 8);
      setU32(heads, head, id);
    }
    setU32(remap, corner, id);
  }
  return unique;
}

/* @inline */ function isPair(row: usize, vertex: u32, tangent: u32, value: v128): bool {
  if (load<u32>(row) !== vertex) return false;
  const other = load<u32>(row, 4);
  return other === tangent || v128.all_true<u32>(i32x4.eq(v128.load(tangents + (usize(other) << 4)), value));
}

/* @inline */ function hash(vertex: u32, value: v128): u32 {
  let h: u32 = vertex * 0x9e3779b1;
  h = rotl<u32>((h ^ i32x4.extract_lane(value, 0)) * 0x85ebca6b, 13);
  h = rotl<u32>((h ^ i32x4.extract_lane(value, 1)) * 0xc2b2ae35, 15);
  h = rotl<u32>((h ^ i32x4.extract_lane(value, 2)) * 0x85ebca6b, 13);
  h = (h ^ i32x4.extract_lane(value, 3)) * 0xc2b2ae35;
  return h ^ (h >>> 16);
}

// Corners of a vertex whose triangles are connected and have the same orientation form a group. Triangles whose texture coordinates
// span no area join the first group that reaches them.

import { ALL_ASSIGNED, ANY, ASSIGNED, flags, groups, members, NONE, neighbors, ORIENTED, setU32, u32At } from './state';

let memberCount: u32 = 0;

/** Returns the number of groups. `groups` gets their starts, and the end of the last. */
export function buildGroups(good: u32): u32 {
  memberCount = 0;
  let count: u32 = 0;
  for (let place: u32 = 0; place < good; place++) {
    const flag = u32(load<u8>(flags + place));
    if (flag & ANY) continue;
    for (let corner: u32 = 0; corner < 3; corner++) {
      if (u32(load<u8>(flags + place)) & (ASSIGNED << corner)) continue;
      setU32(groups, count++, memberCount);
      const orientation = flag & ORIENTED;
      add(place, corner);
      const slot = place * 3;
      walkLeft(u32At(neighbors, slot + corner), orientation);
      walkRight(u32At(neighbors, slot + (corner > 0 ? corner - 1 : 2)), orientation);
    }
  }
  setU32(groups, count, memberCount);
  return count;
}

/* @inline */ function add(place: u32, corner: u32): void {
  setU32(members, memberCount++, place * 3 + corner);
  store<u8>(flags + place, u8(u32(load<u8>(flags + place)) | (ASSIGNED << corner)));
}

/** Returns whether the corner joined the current group. */
/* @inline */ function join(place: u32, corner: u32, orientation: u32): bool {
  let flag = u32(load<u8>(flags + place));
  if (flag & (ASSIGNED << corner)) return false;
  if (flag & ANY && (flag & ALL_ASSIGNED) === 0) {
    flag = (flag & ~ORIENTED) | orientation;
    store<u8>(flags + place, u8(flag));
  }
  if ((flag & ORIENTED) !== orientation) return false;
  add(place, corner);
  return true;
}

/** Crosses the edge that starts at the vertex; in the other triangle it ends there. */
function walkLeft(edge: u32, orientation: u32): void {
  while (edge !== NONE) {
    const place = edge / 3;
    const side = edge - place * 3;
    const corner: u32 = side === 2 ? 0 : side + 1;
    if (!join(place, corner, orientation)) return;
    edge = u32At(neighbors, place * 3 + corner);
  }
}

/** Crosses the edge that ends at the vertex; in the other triangle it starts there. */
function walkRight(edge: u32, orientation: u32): void {
  while (edge !== NONE) {
    const place = edge / 3;
    const corner = edge - place * 3;
    if (!join(place, corner, orientation)) return;
    edge = u32At(neighbors, place * 3 + (corner > 0 ? corner - 1 : 2));
  }
}

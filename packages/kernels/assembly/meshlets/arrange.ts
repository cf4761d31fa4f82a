// Orders the triangles of a meshlet for reuse of vertices, and its vertices by first use.

/** When each vertex was last used: the number of the triangle, which wraps around. */
const times = memory.data(256);
const order = memory.data(1024);
const renamed = memory.data(512);

/** A vertex counts as near if one of the last three triangles has it. */
const NEAR: u32 = 3;

/* @inline */ function isNear(now: u32, vertex: u8): u32 {
  return u32(((now - u32(load<u8>(times + usize(vertex)))) & 0xff) < NEAR);
}

/** Each time the first triangle with two near vertices, or the one with the most; those that it passes keep their order. */
function orderTriangles(triangles: usize, count: u32, vertexCount: u32): void {
  memory.fill(times, 0, usize(vertexCount));
  let now: u32 = 128;
  const end = triangles + usize(count) * 3;
  for (let to = triangles; to < end; to += 3) {
    let next = to;
    let most: i32 = -1;
    for (let at = to; at < end; at += 3) {
      const near = i32(isNear(now, load<u8>(at)) + isNear(now, load<u8>(at, 1)) + isNear(now, load<u8>(at, 2)));
      if (near <= most) continue;
      next = at;
      most = near;
      if (most >= 2) break;
    }
    const a = load<u8>(next);
    const b = load<u8>(next, 1);
    const c = load<u8>(next, 2);
    for (let at = next; at > to; ) {
      at -= 1;
      store<u8>(at, load<u8>(at), 3);
    }
    store<u8>(to, a);
    store<u8>(to, b, 1);
    store<u8>(to, c, 2);
    now++;
    store<u8>(times + usize(a), u8(now));
    store<u8>(times + usize(b), u8(now));
    store<u8>(times + usize(c), u8(now));
  }
}

function orderVertices(vertices: usize, triangles: usize, count: u32, vertexCount: u32): void {
  memory.fill(renamed, 0xff, usize(vertexCount) << 1);
  let next: u32 = 0;
  const end = triangles + usize(count) * 3;
  for (let at = triangles; at < end; at++) {
    const old = usize(load<u8>(at));
    let name = u32(load<u16>(renamed + (old << 1)));
    if (name === 0xffff) {
      name = next++;
      store<u16>(renamed + (old << 1), u16(name));
      store<u32>(order + (usize(name) << 2), load<u32>(vertices + (old << 2)));
    }
    store<u8>(at, u8(name));
  }
  memory.copy(vertices, order, usize(next) << 2);
}

export function arrangeMeshlet(vertices: usize, triangles: usize, triangleCount: u32, vertexCount: u32): void {
  orderTriangles(triangles, triangleCount, vertexCount);
  orderVertices(vertices, triangles, triangleCount, vertexCount);
}

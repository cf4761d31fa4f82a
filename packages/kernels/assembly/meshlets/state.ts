// The memory layout, set by the host before each cut, and what all steps share.

/** Three u32 per triangle: its vertices. */
export let indices: usize = 0;
export let triangleCount: u32 = 0;
/** Three f32 per vertex. */
export let positions: usize = 0;
export let vertexCount: u32 = 0;
/** Per vertex: twice the number of its triangles that are in no meshlet yet, plus 1 if the vertex is not in the open meshlet. */
export let states: usize = 0;
/** Per vertex the start of its list, and the triangles of all vertices. The triangles that are in no meshlet are at the front of a list. */
export let offsets: usize = 0;
export let lists: usize = 0;
/** Per vertex a byte: its place in the open meshlet. */
export let places: usize = 0;
/** Six f32 per triangle: the mean of its corners, and its unit normal. */
export let cones: usize = 0;
/** Per triangle its place in the frontier, OUTSIDE or DONE. */
export let entries: usize = 0;
/** The triangles that touch the open meshlet, and a byte each: see frontier.ts. */
export let frontier: usize = 0;
export let priorities: usize = 0;
/** The tree of all triangles: see tree.ts. */
export let nodes: usize = 0;
export let treeOrder: usize = 0;
/** Points and normals of one meshlet: see bounds.ts. */
export let scratch: usize = 0;

export const NONE: u32 = 0xffffffff;
/** The triangle is neither in a meshlet nor in the frontier. */
export const OUTSIDE: u32 = 0xffffffff;
/** The triangle is in a meshlet. */
export const DONE: u32 = 0xfffffffe;

export const CONE_BYTES: usize = 24;

/** `at` has the addresses of all areas, in the order of areas.ts on the host's side. */
export function layOut(at: usize, triangles: u32, vertices: u32): void {
  indices = load<u32>(at);
  positions = load<u32>(at, 4);
  states = load<u32>(at, 8);
  offsets = load<u32>(at, 12);
  lists = load<u32>(at, 16);
  places = load<u32>(at, 20);
  cones = load<u32>(at, 24);
  entries = load<u32>(at, 28);
  frontier = load<u32>(at, 32);
  priorities = load<u32>(at, 36);
  nodes = load<u32>(at, 40);
  treeOrder = load<u32>(at, 44);
  scratch = load<u32>(at, 48);
  triangleCount = triangles;
  vertexCount = vertices;
}

/* @inline */ export function u32At(area: usize, i: u32): u32 {
  return load<u32>(area + (usize(i) << 2));
}

/* @inline */ export function setU32(area: usize, i: u32, value: u32): void {
  store<u32>(area + (usize(i) << 2), value);
}

/* @inline */ export function corners(triangle: u32): usize {
  return indices + usize(triangle) * 12;
}

/* @inline */ export function coneOf(triangle: u32): usize {
  return cones + usize(triangle) * CONE_BYTES;
}

/* @inline */ export function positionOf(vertex: u32): usize {
  return positions + usize(vertex) * 12;
}

/** The number of triangles of a vertex that are in no meshlet. */
/* @inline */ export function liveAt(vertex: u32): u32 {
  return u32At(states, vertex) >> 1;
}

// The memory layout. The host passes it to every instance by `layOut`; the instances of several threads share the memory.
// A place is an index among the triangles that have an area. A slot is one of their corners: 3 · place + corner. A class is a vertex that
// represents all vertices equal to it.

/** 8 floats per vertex: position, normal, texture coordinates. */
export let vertices: usize = 0;
/** Vertex of each corner. */
export let indices: usize = 0;
export let cornerCount: u32 = 0;
export let vertexCount: u32 = 0;
/** Per vertex the corner that represents its class. */
export let firsts: usize = 0;
/** Class of each slot. */
export let classes: usize = 0;
/** Source triangle of each place: first those with an area, in order, then the others. */
export let order: usize = 0;
/** Per slot the slot on the other side of the edge that starts there, or NONE. */
export let neighbors: usize = 0;
/** Six floats per place: unit directions in which u and v increase. */
export let directions: usize = 0;
/** A byte per place. */
export let flags: usize = 0;
/** Slots by group, and where each group starts. */
export let members: usize = 0;
export let groups: usize = 0;
/** Four floats each: 0 is for corners without a group, 1 + g for group g; more follow for the corners of split groups. */
export let tangents: usize = 0;
/** Per corner of the source the index of its tangent. */
export let chosen: usize = 0;
/** Scratch memory of a step. */
export let scratch: usize = 0;
/** glTF's convention: negated handedness, and zeros if a tangent is not finite. */
export let isGltf: bool = false;

export const NONE: u32 = 0xffffffff;

/** Corners 0, 1, 2 are in a group. */
export const ASSIGNED: u32 = 1;
export const ALL_ASSIGNED: u32 = 7;
/** Texture coordinates keep the winding of positions. */
export const ORIENTED: u32 = 8;
/** Texture coordinates span no area: the triangle joins any group. */
export const ANY: u32 = 16;

/** `at` has the addresses of all areas, in this order. */
export function layOut(at: usize, corners: u32, vertexTotal: u32, gltf: bool): void {
  vertices = load<u32>(at);
  indices = load<u32>(at + 4);
  firsts = load<u32>(at + 8);
  classes = load<u32>(at + 12);
  order = load<u32>(at + 16);
  neighbors = load<u32>(at + 20);
  directions = load<u32>(at + 24);
  flags = load<u32>(at + 28);
  members = load<u32>(at + 32);
  groups = load<u32>(at + 36);
  tangents = load<u32>(at + 40);
  chosen = load<u32>(at + 44);
  scratch = load<u32>(at + 48);
  cornerCount = corners;
  vertexCount = vertexTotal;
  isGltf = gltf;
}

/* @inline */ export function u32At(area: usize, i: u32): u32 {
  return load<u32>(area + (usize(i) << 2));
}

/* @inline */ export function setU32(area: usize, i: u32, value: u32): void {
  store<u32>(area + (usize(i) << 2), value);
}

/* @inline */ export function vertexAt(vertex: u32): usize {
  return vertices + (usize(vertex) << 5);
}

// Where things lie in memory. The host lays it out and tells every instance by `layOut`; instances of several threads share it.
// A slot is a corner of a triangle that has an area: 3 · place + corner. A class is a vertex that stands for all that equal it.

/** 8 floats a vertex: position, normal, texture coordinates. */
export let vertices: usize = 0;
/** Vertex of each corner. */
export let indices: usize = 0;
export let cornerCount: u32 = 0;
export let vertexCount: u32 = 0;
/** For each vertex the corner that stands for its class. */
export let firsts: usize = 0;
/** Class of each slot. */
export let classes: usize = 0;
/** Source triangle of each place: those with an area in their order, then those without. */
export let order: usize = 0;
/** For each slot the slot at the other side of the edge that begins there, or NONE. */
export let neighbors: usize = 0;
/** Six floats a place: unit directions in which u and v rise. */
export let directions: usize = 0;
/** A byte a place. */
export let flags: usize = 0;
/** Slots, group by group, and where each group begins. */
export let members: usize = 0;
export let groups: usize = 0;
/** Four floats each: 0 is what corners get that no group holds, 1 + g that of group g, further ones those of split groups. */
export let tangents: usize = 0;
/** For each corner of the source which tangent it has. */
export let chosen: usize = 0;
/** Whatever a step needs for itself. */
export let scratch: usize = 0;
/** Tangents come as glTF wants them: handedness turned, zero where they are not finite. */
export let isGltf: bool = false;

export const NONE: u32 = 0xffffffff;

/** Corners 0, 1, 2 are in a group. */
export const ASSIGNED: u32 = 1;
export const ALL_ASSIGNED: u32 = 7;
/** Texture coordinates keep the winding of positions. */
export const ORIENTED: u32 = 8;
/** Texture coordinates span no area: it goes with any group. */
export const ANY: u32 = 16;

/** `at` holds as many addresses as there are areas, in the order of this file. */
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

// The readable twin of the tangent kernel: MikkTSpace for triangles, in 32-bit floats, with operations in the order of the original.

import { type Corners, pairEdges, weldCorners } from './tangent-topology.js';

const f = Math.fround;
const at = (list: ArrayLike<number>, i: number): number => list[i] ?? 0;
/** Numbers up to the smallest normal one count as zero. */
const isNotZero = (x: number): boolean => Math.abs(x) > 1.1754943508222875e-38;

type Vector = readonly [number, number, number];

const vectorAt = (list: Float32Array, i: number): Vector => [at(list, i * 3), at(list, i * 3 + 1), at(list, i * 3 + 2)];
const add = (a: Vector, b: Vector): Vector => [f(a[0] + b[0]), f(a[1] + b[1]), f(a[2] + b[2])];
const subtract = (a: Vector, b: Vector): Vector => [f(a[0] - b[0]), f(a[1] - b[1]), f(a[2] - b[2])];
const scale = (a: Vector, by: number): Vector => [f(a[0] * by), f(a[1] * by), f(a[2] * by)];
const dot = (a: Vector, b: Vector): number => f(f(f(a[0] * b[0]) + f(a[1] * b[1])) + f(a[2] * b[2]));
const lengthOf = (a: Vector): number => f(Math.sqrt(dot(a, a)));
const normalize = (a: Vector): Vector => (a.some(isNotZero) ? scale(a, f(1 / lengthOf(a))) : a);
/** A direction projected to the plane of a normal. */
const flatten = (a: Vector, normal: Vector): Vector => normalize(subtract(a, scale(normal, dot(normal, a))));

interface Triangle {
  /** Its index in the source. */
  readonly number: number;
  /** Directions in which u and v increase. */
  readonly s: Vector;
  readonly t: Vector;
  /** Its texture coordinates span no area: it joins any group. */
  readonly isAny: boolean;
  isOriented: boolean;
  readonly groups: (Group | undefined)[];
}

interface Group {
  /** The corner that represents the vertex. */
  readonly vertex: number;
  readonly isOriented: boolean;
  readonly triangles: number[];
}

/** Four floats per corner: the tangent, and 1 if the texture keeps the winding, −1 if it mirrors it. */
export function tangentsReference(source: Corners): Float32Array {
  const firsts = weldCorners(source);
  const out = new Float32Array(firsts.length * 4);
  for (let i = 0; i < out.length; i += 4) out.set([1, 0, 0, -1], i);
  const all = Array.from({ length: firsts.length / 3 }, (_, number) => number);
  const numbers = all.filter((number) => hasArea(source, firsts, number));
  const classes = Uint32Array.from(numbers.flatMap((number) => [...firsts.subarray(number * 3, number * 3 + 3)]));
  const triangles = numbers.map((number) => triangleOf(source, firsts, number));
  for (const group of groupsOf(triangles, classes, pairEdges(classes)))
    for (const place of group.triangles) {
      const triangle = triangles[place];
      const corner = triangle?.groups.indexOf(group) ?? -1;
      if (triangle === undefined || corner < 0) throw new Error('a group has a triangle that is not its own');
      const tangent = evaluate(source, triangles, classes, group, place);
      out.set([...tangent, group.isOriented ? 1 : -1], (triangle.number * 3 + corner) * 4);
    }
  for (const number of all)
    if (!hasArea(source, firsts, number))
      for (let corner = number * 3; corner < number * 3 + 3; corner++) {
        const slot = classes.indexOf(at(firsts, corner));
        const from = slot < 0 ? corner : at(numbers, Math.floor(slot / 3)) * 3 + (slot % 3);
        out.copyWithin(corner * 4, from * 4, from * 4 + 4);
      }
  return out;
}

function hasArea({ positions }: Corners, firsts: Uint32Array, number: number): boolean {
  const [a, b, c] = [0, 1, 2].map((corner) => vectorAt(positions, at(firsts, number * 3 + corner)));
  if (a === undefined || b === undefined || c === undefined) return false;
  const same = (p: Vector, q: Vector): boolean => p[0] === q[0] && p[1] === q[1] && p[2] === q[2];
  return !same(a, b) && !same(b, c) && !same(a, c);
}

function triangleOf({ positions, uvs }: Corners, firsts: Uint32Array, number: number): Triangle {
  const [a, b, c] = [at(firsts, number * 3), at(firsts, number * 3 + 1), at(firsts, number * 3 + 2)];
  const u1 = f(at(uvs, b * 2) - at(uvs, a * 2));
  const v1 = f(at(uvs, b * 2 + 1) - at(uvs, a * 2 + 1));
  const u2 = f(at(uvs, c * 2) - at(uvs, a * 2));
  const v2 = f(at(uvs, c * 2 + 1) - at(uvs, a * 2 + 1));
  const d1 = subtract(vectorAt(positions, b), vectorAt(positions, a));
  const d2 = subtract(vectorAt(positions, c), vectorAt(positions, a));
  const s = subtract(scale(d1, v2), scale(d2, v1));
  const t = add(scale(d1, -u2), scale(d2, u1));
  const area = f(f(u1 * v2) - f(v1 * u2));
  const isOriented = area > 0;
  const sign = isOriented ? 1 : -1;
  const [lengthS, lengthT] = [lengthOf(s), lengthOf(t)];
  const unit = (v: Vector, length: number): Vector =>
    isNotZero(area) && isNotZero(length) ? scale(v, f(sign / length)) : [0, 0, 0];
  const wide = Math.abs(area);
  const isAny = !(isNotZero(area) && isNotZero(f(lengthS / wide)) && isNotZero(f(lengthT / wide)));
  return { number, s: unit(s, lengthS), t: unit(t, lengthT), isAny, isOriented, groups: [] };
}

function groupsOf(triangles: readonly Triangle[], classes: Uint32Array, neighbors: Int32Array): readonly Group[] {
  const groups: Group[] = [];
  const join = (group: Group, place: number): void => {
    const triangle = triangles[place];
    if (triangle === undefined) return;
    const corner = classes.subarray(place * 3, place * 3 + 3).indexOf(group.vertex);
    if (triangle.groups[corner] !== undefined) return;
    if (triangle.isAny && triangle.groups.every((other) => other === undefined)) triangle.isOriented = group.isOriented;
    if (triangle.isOriented !== group.isOriented) return;
    triangle.groups[corner] = group;
    group.triangles.push(place);
    join(group, at(neighbors, place * 3 + corner));
    join(group, at(neighbors, place * 3 + (corner > 0 ? corner - 1 : 2)));
  };
  for (const [place, { isAny, isOriented, groups: own }] of triangles.entries())
    for (let corner = 0; corner < 3 && !isAny; corner++) {
      if (own[corner] !== undefined) continue;
      const group: Group = { vertex: at(classes, place * 3 + corner), isOriented, triangles: [] };
      groups.push(group);
      join(group, place);
    }
  return groups;
}

/** The tangent of one corner: the sum over the members of its group that are not exactly opposite. */
function evaluate(
  { positions, normals }: Corners,
  triangles: readonly Triangle[],
  classes: Uint32Array,
  group: Group,
  own: number,
): Vector {
  const normal = vectorAt(normals, group.vertex);
  const me = triangles[own];
  if (me === undefined) throw new Error('no such triangle');
  const [s, t] = [flatten(me.s, normal), flatten(me.t, normal)];
  let sum: Vector = [0, 0, 0];
  for (const place of [...group.triangles].sort((a, b) => a - b)) {
    const other = triangles[place];
    if (other === undefined || other.isAny) continue;
    const [s2, t2] = [flatten(other.s, normal), flatten(other.t, normal)];
    if (!me.isAny && place !== own && !(dot(s, s2) > -1 && dot(t, t2) > -1)) continue;
    const corner = classes.subarray(place * 3, place * 3 + 3).indexOf(group.vertex);
    const placeOf = (i: number): Vector => vectorAt(positions, at(classes, place * 3 + ((corner + i) % 3)));
    const before = flatten(subtract(placeOf(2), placeOf(0)), normal);
    const after = flatten(subtract(placeOf(1), placeOf(0)), normal);
    // Rounded to 32 bits, the arc cosine is the same in every engine. The kernel has its own.
    const angle = f(Math.acos(Math.max(-1, Math.min(1, dot(before, after)))));
    sum = add(sum, scale(s2, angle));
  }
  return normalize(sum);
}

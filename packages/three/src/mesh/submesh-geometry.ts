// One draw of a mesh as a geometry: the span of vertices that it uses, and its indices followed by those of its levels of detail.

import { type Hmesh, morphTargetAt } from '@assetc/formats';
import * as THREE from 'three';
import { isFlat, isNearlyFlat } from './is-flat.js';
import { type GridPlace, type MeshAttributes, toGridUnits } from './mesh-attributes.js';

/** The range of a level in the geometry's index, and its deviation from the mesh, in units of the mesh. */
export interface LevelRange {
  readonly start: number;
  readonly count: number;
  readonly error: number;
}

export interface DrawGeometry {
  readonly geometry: THREE.BufferGeometry;
  /** The full mesh first. One entry if there are no levels of detail. */
  readonly levels: readonly LevelRange[];
  readonly hasColors: boolean;
  /** Vertices have tangents. The attribute exists only if a material needs it. */
  readonly hasTangents: boolean;
  /** Shaded with triangle normals computed on the GPU. Then it has no normals. */
  readonly isFlat: boolean;
  readonly targetCount: number;
  /** Where positions of compact vertices are in the mesh; undefined for others. */
  readonly grid: GridPlace | undefined;
  /** Box and sphere in units of the mesh. */
  readonly sphere: THREE.Sphere;
  readonly box: THREE.Box3;
}

/** What the material and the options of a draw need. */
interface DrawNeeds {
  readonly isSkinned: boolean;
  readonly wantsTangents: boolean;
  readonly wantsLevels: boolean;
}

/** Returns undefined if the submesh is empty in all levels. It may be in some: levels of a source can have other materials. */
export function submeshGeometry(all: MeshAttributes, index: number, needs: DrawNeeds): DrawGeometry | undefined {
  const { mesh } = all;
  const submesh = mesh.submeshes[index];
  const parts = indexParts(mesh, index, needs.wantsLevels);
  if (submesh === undefined || parts.every(({ indices }) => indices.length === 0)) return undefined;
  const span = spanOf(parts.map(({ indices }) => indices));
  const geometry = new THREE.BufferGeometry();
  const isShadedBy = isShadedFlat(all, index, needs.isSkinned);
  const found = setAttributes(geometry, all, span, { ...needs, isFlat: isShadedBy });
  const levels = setIndex(geometry, parts, span);
  const targetCount = setMorphs(geometry, all, index, span);
  const extent = mesh.morphs?.ranges[index]?.extent ?? 0;
  const sphere = new THREE.Sphere(vectorOf(submesh.sphereCenter), submesh.sphereRadius + extent);
  const box = new THREE.Box3(vectorOf(submesh.aabbMin), vectorOf(submesh.aabbMax)).expandByScalar(extent);
  const { grid } = all;
  geometry.boundingSphere = grid ? sphere.clone().applyMatrix4(toGridUnits(grid)) : sphere;
  geometry.boundingBox = grid ? box.clone().applyMatrix4(toGridUnits(grid)) : box;
  return { geometry, levels, targetCount, isFlat: isShadedBy, grid, sphere, box, ...found };
}

/** Without skin and morph targets, stored normals look the same. */
function isShadedFlat({ mesh, vertices, grid }: MeshAttributes, index: number, isSkinned: boolean): boolean {
  const { firstIndex = 0, indexCount = 0 } = mesh.submeshes[index] ?? {};
  const { firstTarget = 0, targetCount = 0 } = mesh.morphs?.ranges[index] ?? {};
  const targets = mesh.morphs?.targets.slice(firstTarget, firstTarget + targetCount) ?? [];
  if ((!isSkinned && targets.length === 0) || targets.some(({ hasNormals }) => hasNormals)) return false;
  const indices = mesh.indices.subarray(firstIndex, firstIndex + indexCount);
  return grid ? isNearlyFlat(vertices, indices) : isFlat(mesh.vertices, vertices.positions, indices);
}

/** Points or lines. */
export function lineGeometry(all: MeshAttributes, index: number, isSkinned: boolean): DrawGeometry | undefined {
  const { lines } = all.mesh;
  const range = lines?.ranges[index];
  if (lines === undefined || range === undefined || range.count === 0) return undefined;
  const indices = lines.indices.subarray(range.first, range.first + range.count);
  const span = spanOf([indices]);
  const geometry = new THREE.BufferGeometry();
  const needs = { isSkinned, wantsTangents: false, wantsLevels: false, isFlat: false };
  const found = setAttributes(geometry, all, span, needs);
  const levels = setIndex(geometry, [{ indices, error: 0 }], span);
  const box = new THREE.Box3(vectorOf(all.mesh.bounds.aabbMin), vectorOf(all.mesh.bounds.aabbMax));
  const sphere = new THREE.Sphere(vectorOf(all.mesh.bounds.sphereCenter), all.mesh.bounds.sphereRadius);
  return { geometry, levels, targetCount: 0, isFlat: false, grid: all.grid, sphere, box, ...found };
}

const vectorOf = ([x = 0, y = 0, z = 0]: readonly number[]): THREE.Vector3 => new THREE.Vector3(x, y, z);

interface IndexPart {
  readonly indices: Uint16Array | Uint32Array;
  readonly error: number;
}

/** A stalled level has no indices and equals the one before it. */
function indexParts(mesh: Hmesh, index: number, wantsLevels: boolean): readonly IndexPart[] {
  const { lods, submeshes } = mesh;
  const { firstIndex = 0, indexCount = 0 } = submeshes[index] ?? {};
  const parts: IndexPart[] = [{ indices: mesh.indices.subarray(firstIndex, firstIndex + indexCount), error: 0 }];
  if (!wantsLevels || lods?.errors === undefined) return parts;
  for (let level = 0; level < lods.lodCount; level++) {
    const row = index * lods.lodCount + level;
    const [first = 0, count = 0] = lods.ranges.subarray(row * 2, row * 2 + 2);
    if (count > 0) parts.push({ indices: lods.indices.subarray(first, first + count), error: lods.errors[row] ?? 0 });
  }
  return parts;
}

export interface Span {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
}

/** Writers keep the vertices of a submesh together. Otherwise the span contains some that are not drawn. */
function spanOf(lists: readonly (Uint16Array | Uint32Array)[]): Span {
  let first = Number.POSITIVE_INFINITY;
  let last = -1;
  for (const list of lists)
    for (let i = 0; i < list.length; i++) {
      const vertex = list[i] ?? 0;
      if (vertex < first) first = vertex;
      if (vertex > last) last = vertex;
    }
  return { first, end: last + 1 };
}

function setIndex(geometry: THREE.BufferGeometry, parts: readonly IndexPart[], { first, end }: Span): LevelRange[] {
  const count = parts.reduce((sum, { indices }) => sum + indices.length, 0);
  const all = end - first > 0xffff ? new Uint32Array(count) : new Uint16Array(count);
  const levels: LevelRange[] = [];
  let at = 0;
  for (const { indices, error } of parts) {
    levels.push({ start: at, count: indices.length, error });
    for (let i = 0; i < indices.length; i++) all[at + i] = (indices[i] ?? 0) - first;
    at += indices.length;
  }
  geometry.setIndex(new THREE.BufferAttribute(all, 1));
  if (levels.length > 1) geometry.setDrawRange(0, parts[0]?.indices.length ?? 0);
  return levels;
}

function setAttributes(
  geometry: THREE.BufferGeometry,
  all: MeshAttributes,
  span: Span,
  needs: DrawNeeds & { readonly isFlat: boolean },
): Pick<DrawGeometry, 'hasColors' | 'hasTangents'> {
  const { mesh, vertices, skin, colors } = all;
  const set = (name: string, attribute: THREE.BufferAttribute | THREE.InterleavedBufferAttribute): void => {
    geometry.setAttribute(name, attribute);
  };
  set('position', all.positions(span));
  if (!needs.isFlat) set('normal', all.directions(vertices.normals, 3, span));
  set('uv', all.coordinates(vertices.uvs, span));
  if (mesh.uvs1 !== undefined) set('uv1', all.coordinates(mesh.uvs1, span));
  const hasTangents = mesh.hasTangents && hasAny(vertices.tangents, span);
  if (hasTangents && needs.wantsTangents && !needs.isFlat) set('tangent', all.directions(vertices.tangents, 4, span));
  const hasColors = colors !== undefined && !isWhite(colors, span);
  if (hasColors) set('color', all.values(colors, 4, span, !(colors instanceof Float32Array)));
  if (needs.isSkinned && skin !== undefined) {
    set('skinIndex', all.values(skin.joints, 4, span));
    set('skinWeight', all.values(skin.weights, 4, span, skin.weights instanceof Uint8Array));
  }
  return { hasColors, hasTangents };
}

/** Missing tangents unpack to exactly +Z with a handedness of 1, or to zeros if they are compact. No other tangent does. */
function hasAny(tangents: Float32Array, { first, end }: Span): boolean {
  for (let at = first * 4; at < end * 4; at += 4)
    if (tangents[at + 2] === 0 && tangents[at + 3] === 0) continue;
    else if (tangents[at] !== 0 || tangents[at + 1] !== 0 || tangents[at + 2] !== 1 || tangents[at + 3] !== 1)
      return true;
  return false;
}

/** Writers write white if there are no colors. */
function isWhite(colors: Uint8Array | Uint16Array | Float32Array, { first, end }: Span): boolean {
  const most = colors instanceof Float32Array ? 1 : colors instanceof Uint8Array ? 0xff : 0xffff;
  return colors.subarray(first * 4, end * 4).every((value) => value === most);
}

/** Three needs every target for every vertex. */
function setMorphs(
  geometry: THREE.BufferGeometry,
  { mesh, grid }: MeshAttributes,
  submesh: number,
  { first, end }: Span,
): number {
  const { morphs } = mesh;
  const range = morphs?.ranges[submesh];
  if (morphs === undefined || range === undefined || range.targetCount === 0) return 0;
  const targets = Array.from({ length: range.targetCount }, (_, i) => morphTargetAt(morphs, range.firstTarget + i));
  // Positions are on the grid, and so are their deltas: in steps, they are integers.
  const perUnit = grid ? 1 / grid.step : 1;
  const spread = (
    vertices: Uint32Array,
    deltas: Float32Array | undefined,
    row: number,
    scale = 1,
  ): THREE.BufferAttribute => {
    const all = new Float32Array((end - first) * 3);
    for (let i = 0; deltas !== undefined && i < vertices.length; i++) {
      const vertex = vertices[i] ?? 0;
      if (vertex < first || vertex >= end) continue;
      for (let axis = 0; axis < 3; axis++) all[(vertex - first) * 3 + axis] = (deltas[i * 3 + axis] ?? 0) * scale;
    }
    const attribute = new THREE.BufferAttribute(all, 3);
    attribute.name = mesh.names?.targets[range.firstTarget + row] ?? '';
    return attribute;
  };
  geometry.morphTargetsRelative = true;
  geometry.morphAttributes.position = targets.map(({ vertices, positions }, i) =>
    spread(vertices, positions, i, perUnit),
  );
  if (targets.some(({ normals }) => normals !== undefined))
    geometry.morphAttributes.normal = targets.map(({ vertices, normals }, i) => spread(vertices, normals, i));
  return range.targetCount;
}

// One draw of a mesh as a geometry: the span of vertices that it uses, and its indices followed by those of its levels of detail.

import {
  type Hmesh,
  morphTargetAt,
  unpackColors,
  unpackSkinVertices,
  unpackVertices,
  type VertexAttributes,
} from '@assetc/formats';
import * as THREE from 'three';
import { isFlat } from './is-flat.js';

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
}

/** What the material and the options of a draw need. */
interface DrawNeeds {
  readonly isSkinned: boolean;
  readonly wantsTangents: boolean;
  readonly wantsLevels: boolean;
}

/** The unpacked attributes of a mesh, shared by all of its draws. */
export class MeshAttributes {
  readonly mesh: Hmesh;
  readonly vertices: VertexAttributes;
  readonly skin: ReturnType<typeof unpackSkinVertices> | undefined;
  readonly colors: Uint8Array | Uint16Array | Float32Array | undefined;

  constructor(mesh: Hmesh) {
    this.mesh = mesh;
    this.vertices = unpackVertices(mesh.vertices);
    this.skin = mesh.skin && unpackSkinVertices(mesh.skin.vertices);
    this.colors = mesh.colors && (mesh.colors.format === 'float16' ? unpackColors(mesh.colors) : mesh.colors.values);
  }
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
  const targetCount = setMorphs(geometry, mesh, index, span);
  const extent = mesh.morphs?.ranges[index]?.extent ?? 0;
  geometry.boundingSphere = new THREE.Sphere(vectorOf(submesh.sphereCenter), submesh.sphereRadius + extent);
  geometry.boundingBox = new THREE.Box3(vectorOf(submesh.aabbMin), vectorOf(submesh.aabbMax)).expandByScalar(extent);
  return { geometry, levels, targetCount, isFlat: isShadedBy, ...found };
}

/** Without skin and morph targets, stored normals look the same. */
function isShadedFlat({ mesh, vertices }: MeshAttributes, index: number, isSkinned: boolean): boolean {
  const { firstIndex = 0, indexCount = 0 } = mesh.submeshes[index] ?? {};
  const { firstTarget = 0, targetCount = 0 } = mesh.morphs?.ranges[index] ?? {};
  const targets = mesh.morphs?.targets.slice(firstTarget, firstTarget + targetCount) ?? [];
  if ((!isSkinned && targets.length === 0) || targets.some(({ hasNormals }) => hasNormals)) return false;
  return isFlat(mesh.vertices, vertices.positions, mesh.indices.subarray(firstIndex, firstIndex + indexCount));
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
  return { geometry, levels, targetCount: 0, isFlat: false, ...found };
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

interface Span {
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
  { mesh, vertices, skin, colors }: MeshAttributes,
  span: Span,
  needs: DrawNeeds & { readonly isFlat: boolean },
): Pick<DrawGeometry, 'hasColors' | 'hasTangents'> {
  const set = (
    name: string,
    values: Float32Array | Uint16Array | Uint8Array,
    width: number,
    isNormalized = false,
  ): void => {
    const part = values.subarray(span.first * width, span.end * width);
    geometry.setAttribute(name, new THREE.BufferAttribute(part, width, isNormalized));
  };
  set('position', vertices.positions, 3);
  if (!needs.isFlat) set('normal', vertices.normals, 3);
  set('uv', vertices.uvs, 2);
  if (mesh.uvs1 !== undefined) set('uv1', mesh.uvs1, 2);
  const hasTangents = mesh.hasTangents && hasAny(vertices.tangents, span);
  if (hasTangents && needs.wantsTangents && !needs.isFlat) set('tangent', vertices.tangents, 4);
  const hasColors = colors !== undefined && !isWhite(colors, span);
  if (hasColors) set('color', colors, 4, !(colors instanceof Float32Array));
  if (needs.isSkinned && skin !== undefined) {
    set('skinIndex', skin.joints, 4);
    set('skinWeight', skin.weights, 4);
  }
  return { hasColors, hasTangents };
}

/** Missing tangents are packed as zeros, which unpack to exactly +Z with a handedness of 1. No other tangent does. */
function hasAny(tangents: Float32Array, { first, end }: Span): boolean {
  for (let at = first * 4; at < end * 4; at += 4)
    if (tangents[at] !== 0 || tangents[at + 1] !== 0 || tangents[at + 2] !== 1 || tangents[at + 3] !== 1) return true;
  return false;
}

/** Writers write white if there are no colors. */
function isWhite(colors: Uint8Array | Uint16Array | Float32Array, { first, end }: Span): boolean {
  const most = colors instanceof Float32Array ? 1 : colors instanceof Uint8Array ? 0xff : 0xffff;
  return colors.subarray(first * 4, end * 4).every((value) => value === most);
}

/** Three needs every target for every vertex. */
function setMorphs(geometry: THREE.BufferGeometry, mesh: Hmesh, submesh: number, { first, end }: Span): number {
  const { morphs } = mesh;
  const range = morphs?.ranges[submesh];
  if (morphs === undefined || range === undefined || range.targetCount === 0) return 0;
  const targets = Array.from({ length: range.targetCount }, (_, i) => morphTargetAt(morphs, range.firstTarget + i));
  const spread = (vertices: Uint32Array, deltas: Float32Array | undefined, row: number): THREE.BufferAttribute => {
    const all = new Float32Array((end - first) * 3);
    for (let i = 0; deltas !== undefined && i < vertices.length; i++) {
      const vertex = vertices[i] ?? 0;
      if (vertex >= first && vertex < end) all.set(deltas.subarray(i * 3, i * 3 + 3), (vertex - first) * 3);
    }
    const attribute = new THREE.BufferAttribute(all, 3);
    attribute.name = mesh.names?.targets[range.firstTarget + row] ?? '';
    return attribute;
  };
  geometry.morphTargetsRelative = true;
  geometry.morphAttributes.position = targets.map(({ vertices, positions }, i) => spread(vertices, positions, i));
  if (targets.some(({ normals }) => normals !== undefined))
    geometry.morphAttributes.normal = targets.map(({ vertices, normals }, i) => spread(vertices, normals, i));
  return range.targetCount;
}

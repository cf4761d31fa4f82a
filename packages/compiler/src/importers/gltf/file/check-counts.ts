// Checks size limits by the counts in a file's JSON, before any buffer is read or memory allocated.

import type { NodeModel } from '../../../model/scene/scene.js';
import { holdLimit, type SceneLimits } from '../../../model/scene/scene-limits.js';
import type { GltfFile } from './gltf-file.js';
import type { JsonNode } from './json-node.js';

/** Top-level lists whose elements are all read. Buffer views and accessors are only looked up. */
const LISTS = [
  'nodes',
  'meshes',
  'materials',
  'skins',
  'images',
  'textures',
  'samplers',
  'animations',
  'buffers',
  'scenes',
  'cameras',
];

const LINES = 1;
const TRIANGLES = 4;

export function checkElements(file: GltfFile, limits: SceneLimits): void {
  for (const name of LISTS) {
    const at = { file: file.context.path, where: { pointer: `/${name}` } };
    holdLimit('gltf/too-large', limits, 'maxElements', file.count(name), name, at);
  }
}

/** Counts instances as nodes are read. */
export class InstanceCount {
  readonly #file: GltfFile;
  readonly #limits: SceneLimits;
  #total: number;

  constructor(file: GltfFile, limits: SceneLimits) {
    this.#file = file;
    this.#limits = limits;
    this.#total = file.count('nodes');
  }

  add(count: number, { pointer }: JsonNode): void {
    this.#total += count;
    const at = { file: this.#file.context.path, where: { pointer } };
    holdLimit('gltf/too-large', this.#limits, 'maxElements', this.#total, 'nodes and instances', at);
  }
}

interface MeshCount {
  readonly primitives: number;
  readonly triangles: number;
  readonly deltas: number;
}

interface GeometryOptions {
  readonly limits: SceneLimits;
  /** Whether each node gets a copy of its mesh. */
  readonly merge: boolean;
}

/** `visited`: the nodes of the chosen scene. Invalid data counts as zero here; the readers of that data report it. */
export function checkGeometry(file: GltfFile, visited: readonly NodeModel[], { limits, merge }: GeometryOptions): void {
  const counts = new Map<number, MeshCount>();
  const ownTriangles: OwnTriangles = { lists: new Set(), total: 0 };
  let submeshes = 0;
  let triangles = 0;
  let deltas = 0;
  for (const { mesh, instances } of visited) {
    if (mesh === undefined) continue;
    const known = counts.get(mesh);
    if (known !== undefined && !merge) continue;
    const node = file.element('meshes', mesh);
    const at = { file: file.context.path, where: { pointer: node.pointer } };
    const primitives = known?.primitives ?? node.get('primitives')?.length ?? 0;
    submeshes += primitives;
    holdLimit('mesh/too-large', limits, 'maxSubmeshes', submeshes, 'submeshes', at);
    const count = known ?? {
      primitives,
      triangles: trianglesOf(file, node, ownTriangles),
      deltas: deltasOf(file, node),
    };
    counts.set(mesh, count);
    const copies = merge && instances !== undefined ? instances.length / 16 : 1;
    triangles += count.triangles * copies;
    deltas += count.deltas * copies;
    holdLimit('mesh/too-large', limits, 'maxDeltas', deltas, 'vertices of morph targets', at);
    holdLimit('mesh/too-large', limits, 'maxTriangles', triangles, 'triangles', at);
    const copiedTriangles = triangles - ownTriangles.total;
    if (merge) holdLimit('mesh/too-large', limits, 'maxCopiedTriangles', copiedTriangles, 'triangles of copies', at);
  }
}

/** The file's own triangles: those of each index list, or each list of positions without one, counted once. */
interface OwnTriangles {
  readonly lists: Set<string>;
  total: number;
}

function trianglesOf(file: GltfFile, mesh: JsonNode, ownTriangles: OwnTriangles): number {
  let triangles = 0;
  for (const primitive of mesh.require('primitives').items()) {
    const mode = primitive.get('mode')?.value ?? TRIANGLES;
    if (typeof mode !== 'number') continue;
    const reference = primitive.get('indices') ?? primitive.get('attributes')?.get('POSITION');
    const accessor = reference === undefined ? undefined : file.follow(reference, 'accessors').node;
    const corners = accessor?.require('count').integer() ?? 0;
    const count = elementsOf(mode, corners);
    triangles += count;
    const list = `${reference?.value} ${mode}`;
    if (!ownTriangles.lists.has(list)) ownTriangles.total += count;
    ownTriangles.lists.add(list);
  }
  return triangles;
}

/** The number of triangles, or of lines or points. */
function elementsOf(mode: number, corners: number): number {
  if (mode === LINES) return Math.floor(corners / 2);
  if (mode < TRIANGLES) return corners;
  return mode === TRIANGLES ? Math.floor(corners / 3) : Math.max(0, corners - 2);
}

function deltasOf(file: GltfFile, mesh: JsonNode): number {
  let deltas = 0;
  for (const primitive of mesh.require('primitives').items()) {
    const targets = primitive.get('targets')?.length ?? 0;
    const positions = primitive.get('attributes')?.get('POSITION');
    if (targets === 0 || positions === undefined) continue;
    deltas += targets * file.follow(positions, 'accessors').node.require('count').integer();
  }
  return deltas;
}

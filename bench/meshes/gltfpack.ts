// Compresses a model by npm's gltfpack if it is installed, and reads what its geometry takes.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Vertices, skins and indices of all meshes. Primitives that share them, for example in two materials, count once. */
export interface PackedGeometry {
  readonly bytes: number;
  readonly triangles: number;
  readonly vertices: number;
  readonly hasNormals: boolean;
  readonly hasTargets: boolean;
  readonly isTriangles: boolean;
}

interface View {
  readonly byteLength: number;
  readonly extensions?: { readonly [name: string]: { readonly byteLength: number } };
}
interface Primitive {
  readonly attributes: { readonly [name: string]: number };
  readonly indices?: number;
  readonly mode?: number;
  readonly targets?: readonly object[];
}
interface Gltf {
  readonly accessors: readonly { readonly bufferView: number; readonly count: number }[];
  readonly bufferViews: readonly View[];
  readonly meshes: readonly { readonly primitives: readonly Primitive[] }[];
}

const PRECISION = ['-kv', '-vp', '16', '-vt', '16', '-vn', '16'];
const GLB_JSON = 20;

const PROGRAM = resolve('node_modules/gltfpack/cli.js');

/** Undefined if gltfpack refuses the model. Throws if it is not installed. */
export function packWithGltfpack(
  model: string,
  mode: '-c' | '-cc' | '-cz',
  folder: string,
): PackedGeometry | undefined {
  if (!existsSync(PROGRAM)) throw new Error('gltfpack is not installed: npm install --no-save gltfpack@1.3.0');
  const output = join(folder, 'packed.glb');
  const { status } = spawnSync(process.execPath, [PROGRAM, ...['-i', model, '-o', output, mode], ...PRECISION]);
  if (status !== 0) return undefined;
  const bytes = readFileSync(output);
  const {
    meshes = [],
    accessors,
    bufferViews,
  } = JSON.parse(bytes.toString('utf8', GLB_JSON, GLB_JSON + bytes.readUInt32LE(12))) as Partial<Gltf> &
    Pick<Gltf, 'accessors' | 'bufferViews'>;
  const primitives = meshes.flatMap((mesh) => mesh.primitives);
  const inUse = primitives.flatMap(({ attributes, indices }) => [...Object.values(attributes), indices ?? []].flat());
  const views = new Set(inUse.map((accessor) => accessors[accessor]?.bufferView ?? -1));
  const sizeOf = ({ byteLength, extensions }: View): number =>
    (extensions?.EXT_meshopt_compression ?? extensions?.KHR_meshopt_compression)?.byteLength ?? byteLength;
  const count = (accessor = -1): number => accessors[accessor]?.count ?? 0;
  return {
    bytes: bufferViews.reduce((sum, view, i) => sum + (views.has(i) ? sizeOf(view) : 0), 0),
    triangles: sumOf(new Set(primitives.map(({ indices }) => indices)), (accessor) => count(accessor) / 3),
    vertices: sumOf(new Set(primitives.map(({ attributes }) => attributes.POSITION)), count),
    hasNormals: primitives.every(({ attributes }) => attributes.NORMAL !== undefined),
    hasTargets: primitives.some(({ targets }) => targets !== undefined),
    isTriangles: primitives.every(({ mode: form = 4, indices }) => form === 4 && indices !== undefined),
  };
}

const sumOf = <T>(each: Iterable<T>, size: (item: T) => number): number =>
  [...each].reduce((sum, item) => sum + size(item), 0);

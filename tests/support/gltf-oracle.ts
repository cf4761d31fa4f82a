// Reads a glTF file with glTF-Transform: world-space triangles by draw, materials, joints and keys.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type Document,
  type JSONDocument,
  type Material,
  type Node,
  NodeIO,
  type Primitive,
  type Skin,
} from '@gltf-transform/core';
import { ALL_EXTENSIONS, type InstancedMesh, type Visibility } from '@gltf-transform/extensions';
import draco from 'draco3dgltf';
import { MeshoptDecoder } from 'meshoptimizer';

export interface OracleDraw {
  readonly primitive: Primitive;
  readonly material: Material | null;
  /** 8 numbers per corner: position, normal, uv. Normals are unit vectors or zero. */
  readonly corners: Float64Array;
  readonly hasUvs: boolean;
  readonly skinned: boolean;
  /** 8 numbers per corner: joints, weights. Only for draws of the first skin. */
  readonly bindings: Float64Array;
  readonly targetCount: number;
}

interface DrawOptions {
  readonly world: boolean;
  /** A morph target to apply with weight 1. */
  readonly target?: number;
  /** Returns the second set of texture coordinates instead of the first. */
  readonly uvSet?: 0 | 1;
  /** Returns colors: RGB as normals and alpha as u. White if there are none. */
  readonly colors?: boolean;
}

export async function readOracle(file: string | Uint8Array): Promise<Document> {
  await MeshoptDecoder.ready;
  const io = new NodeIO().registerExtensions(ALL_EXTENSIONS).registerDependencies({
    'draco3d.decoder': await draco.createDecoderModule({}),
    'meshopt.decoder': MeshoptDecoder,
  });
  if (typeof file !== 'string') return io.readBinary(file);
  const text = file.endsWith('.gltf') ? readFileSync(file, 'utf8') : '';
  if (!text.includes('KHR_meshopt_compression')) return io.read(file);
  // glTF-Transform supports only the older name of the extension; the decoder it calls reads both.
  const json = JSON.parse(text.replaceAll('KHR_meshopt_compression', 'EXT_meshopt_compression'));
  const resources: JSONDocument['resources'] = {};
  for (const { uri } of [...json.buffers, ...(json.images ?? [])])
    if (uri !== undefined) resources[uri] = new Uint8Array(readFileSync(join(dirname(file), decodeURIComponent(uri))));
  return io.readJSON({ json, resources });
}

/** One draw per triangle primitive of each node, in the order of the format: depth first, scene by scene. */
export function drawsOf(document: Document, options: DrawOptions = { world: true }): OracleDraw[] {
  const root = document.getRoot();
  const scene = root.getDefaultScene() ?? root.listScenes()[0];
  const draws: OracleDraw[] = [];
  const visit = (node: Node): void => {
    // Always hidden, with all its children.
    if (node.getExtension<Visibility>('KHR_node_visibility')?.getVisible() === false) return;
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      const draw = drawOf(node, primitive, options, root.listSkins()[0]);
      if (draw !== undefined) draws.push(draw);
    }
    for (const child of node.listChildren()) visit(child);
  };
  for (const node of scene?.listChildren() ?? []) visit(node);
  return draws;
}

function drawOf(
  node: Node,
  primitive: Primitive,
  { world, target: chosen = -1, uvSet = 0, colors = false }: DrawOptions,
  firstSkin?: Skin,
): OracleDraw | undefined {
  const indices = trianglesOf(primitive);
  if (indices.length === 0) return undefined;
  const skin = primitive.getAttribute('JOINTS_0') === null ? null : node.getSkin();
  const skinned = skin !== null && skin === firstSkin;
  const matrices = skin !== null || !world ? [IDENTITY] : placements(node);
  const positions = primitive.getAttribute('POSITION');
  const normals = primitive.getAttribute('NORMAL');
  const uvs = primitive.getAttribute(`TEXCOORD_${uvSet}`);
  const color = primitive.getAttribute('COLOR_0');
  const target = primitive.listTargets()[chosen];
  const moved = (name: string, index: number, from: number[]): number[] => {
    const delta = target?.getAttribute(name)?.getElement(index, []) ?? [];
    return from.map((n, i) => n + (delta[i] ?? 0));
  };
  const joints = primitive.getAttribute('JOINTS_0');
  const weights = primitive.getAttribute('WEIGHTS_0');
  const corners = new Float64Array(indices.length * 8 * matrices.length);
  const bindings = new Float64Array(skinned ? indices.length * 8 : 0);
  let at = 0;
  for (const matrix of matrices) {
    const mirrored = determinant(matrix) < 0;
    const normalMatrix = inverseTranspose(matrix);
    for (let t = 0; t < indices.length; t += 3) {
      const order = mirrored ? [t, t + 2, t + 1] : [t, t + 1, t + 2];
      const points = order.map((i) => positions?.getElement(indices[i] ?? 0, []) ?? []);
      const flat = order.map((_, i) => points[i] ?? []);
      for (const [k, i] of order.entries()) {
        const index = indices[i] ?? 0;
        const p = points[k] ?? [];
        const local =
          normals === null
            ? cross(subtract(mirrored ? flat[2] : flat[1], flat[0]), subtract(mirrored ? flat[1] : flat[2], flat[0]))
            : moved('NORMAL', index, normals.getElement(index, []));
        const [u = 0, v = 0] = uvs?.getElement(index, []) ?? [];
        const normal = unit(turn(normalMatrix, local));
        const place = transform(matrix, moved('POSITION', index, p));
        const [r = 1, g = 1, b = 1, a = 1] = color?.getElement(index, []) ?? [];
        corners.set(colors ? [...place, r, g, b, a, 0] : [...place, ...normal, u, v], at);
        if (skinned)
          bindings.set([...(joints?.getElement(index, []) ?? []), ...(weights?.getElement(index, []) ?? [])], at);
        at += 8;
      }
    }
  }
  const targetCount = primitive.listTargets().length;
  const material = primitive.getMaterial();
  return { primitive, material, corners, hasUvs: uvs !== null, skinned, bindings, targetCount };
}

/** Points and lines of each node, in the same order: three numbers per end, in world space. */
export function linesOf(document: Document) {
  const root = document.getRoot();
  const lines: { readonly mode: string; readonly points: number[]; readonly material: Material | null }[] = [];
  const visit = (node: Node): void => {
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      const mode = primitive.getMode();
      const positions = primitive.getAttribute('POSITION');
      if (mode > 3 || positions === null) continue;
      const count = positions.getCount();
      const list = Array.from(primitive.getIndices()?.getArray() ?? Array.from({ length: count }).keys(), Number);
      const pairs = list.map((index, i) => [index, list[(i + 1) % list.length] ?? 0]);
      const ends = mode < 2 ? list : (mode === 2 ? pairs : pairs.slice(0, -1)).flat();
      const points = ends.flatMap((end) => transform([...node.getWorldMatrix()], positions.getElement(end, [])));
      lines.push({ mode: mode === 0 ? 'points' : 'lines', points, material: primitive.getMaterial() });
    }
    for (const child of node.listChildren()) visit(child);
  };
  for (const node of (root.getDefaultScene() ?? root.listScenes()[0])?.listChildren() ?? []) visit(node);
  return lines;
}

function trianglesOf(primitive: Primitive): number[] {
  const count = primitive.getAttribute('POSITION')?.getCount() ?? 0;
  const list: number[] = Array.from(primitive.getIndices()?.getArray() ?? Array.from({ length: count }).keys(), Number);
  const out: number[] = [];
  const mode = primitive.getMode();
  if (mode === 4) out.push(...list.slice(0, list.length - (list.length % 3)));
  for (let i = 0; mode === 5 && i + 2 < list.length; i++)
    out.push(...(i % 2 === 0 ? [i, i + 1, i + 2] : [i + 1, i, i + 2]).map((k) => list[k] ?? 0));
  for (let i = 1; mode === 6 && i + 1 < list.length; i++) out.push(list[0] ?? 0, list[i] ?? 0, list[i + 1] ?? 0);
  return out;
}

function placements(node: Node): number[][] {
  const world: number[] = [...node.getWorldMatrix()];
  const instances = node.getExtension<InstancedMesh>('EXT_mesh_gpu_instancing');
  if (instances === null) return [world];
  const count = instances.listAttributes()[0]?.getCount() ?? 0;
  return Array.from({ length: count }, (_, i) =>
    multiply(
      world,
      compose(
        instances.getAttribute('TRANSLATION')?.getElement(i, []) ?? [0, 0, 0],
        instances.getAttribute('ROTATION')?.getElement(i, []) ?? [0, 0, 0, 1],
        instances.getAttribute('SCALE')?.getElement(i, []) ?? [1, 1, 1],
      ),
    ),
  );
}

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

function compose(t: number[], q: number[], s: number[]): number[] {
  const [x = 0, y = 0, z = 0, w = 1] = q;
  const rotate = (v: number[]): number[] => {
    const c = cross([x, y, z], v).map((n, i) => n + w * (v[i] ?? 0));
    const d = cross([x, y, z], c);
    return v.map((n, i) => n + 2 * (d[i] ?? 0));
  };
  const axis = (i: number): number[] => rotate([0, 1, 2].map((k) => (k === i ? (s[i] ?? 1) : 0)));
  return [...axis(0), 0, ...axis(1), 0, ...axis(2), 0, ...t, 1];
}

function multiply(a: number[], b: number[]): number[] {
  return a.map((_, i) => [0, 1, 2, 3].reduce((sum, k) => sum + (a[k * 4 + (i % 4)] ?? 0) * (b[(i & ~3) + k] ?? 0), 0));
}

const transform = (m: number[], p: number[]): number[] =>
  [0, 1, 2].map((row) => [0, 1, 2].reduce((sum, k) => sum + (m[k * 4 + row] ?? 0) * (p[k] ?? 0), m[12 + row] ?? 0));
const turn = (m: number[], v: number[]): number[] =>
  [0, 1, 2].map((row) => [0, 1, 2].reduce((sum, k) => sum + (m[k * 3 + row] ?? 0) * (v[k] ?? 0), 0));
const column = (m: number[], i: number): number[] => m.slice(i * 4, i * 4 + 3);
const dot = (a: number[], b: number[]): number => a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);
const determinant = (m: number[]): number => dot(cross(column(m, 0), column(m, 1)), column(m, 2));

/** Column-major 3×3. Cofactors, because a flattened matrix has no inverse. */
function inverseTranspose(m: number[]): number[] {
  const det = determinant(m) || 1;
  const [a, b, c] = [column(m, 0), column(m, 1), column(m, 2)];
  return [...cross(b, c), ...cross(c, a), ...cross(a, b)].map((n) => n / det);
}

function cross(a: number[], b: number[]): number[] {
  const [ax = 0, ay = 0, az = 0] = a;
  const [bx = 0, by = 0, bz = 0] = b;
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}

const subtract = (a: number[] = [], b: number[] = []): number[] => a.map((n, i) => n - (b[i] ?? 0));

function unit(v: number[]): number[] {
  const length = Math.sqrt(dot(v, v));
  return length > 0 ? v.map((n) => n / length) : [0, 0, 0];
}

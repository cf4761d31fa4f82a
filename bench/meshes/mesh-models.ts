// The models that mesh-phases.ts measures: how each is made and read.

import { importGltf } from '../../packages/compiler/src/importers/gltf/import-gltf.js';
import { importObj } from '../../packages/compiler/src/importers/obj/import-obj.js';
import type { CompileContext } from '../../packages/compiler/src/model/kind/compile-context.js';
import type { SceneModel } from '../../packages/compiler/src/model/scene/scene.js';

interface BenchModel {
  readonly path: string;
  files(side: number): { readonly [path: string]: Uint8Array };
  read(context: CompileContext): Promise<SceneModel>;
}

export const BENCH_MODELS: { readonly [name: string]: BenchModel } = {
  'GLB of 1 M triangles': {
    path: 'grid.glb',
    files: (side) => ({ 'grid.glb': glbOf(gridOf(side)) }),
    read: (context) => importGltf(context, { scene: 'auto' }),
  },
  'OBJ of 1 M triangles': {
    path: 'grid.obj',
    files: (side) => ({ 'grid.obj': objOf(gridOf(side)) }),
    read: importObj,
  },
};

export interface Grid {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly uvs: Float32Array;
  readonly indices: Uint32Array;
}

/** A rolling landscape of side × side quads, 2 · side² triangles, with normals and uvs and without tangents. */
export function gridOf(side: number): Grid {
  const count = (side + 1) * (side + 1);
  const positions = new Float32Array(count * 3);
  const normals = new Float32Array(count * 3);
  const uvs = new Float32Array(count * 2);
  const indices = new Uint32Array(side * side * 6);
  for (let y = 0, v = 0; y <= side; y++)
    for (let x = 0; x <= side; x++, v++) {
      const [u, w] = [x / side, y / side];
      positions[v * 3] = u * 100;
      positions[v * 3 + 1] = Math.sin(u * 40) * Math.cos(w * 30) * 2 + Math.sin(u * 311 + w * 177) * 0.05;
      positions[v * 3 + 2] = w * 100;
      const dx = (Math.cos(u * 40) * Math.cos(w * 30) * 80) / 100;
      const dz = (-Math.sin(u * 40) * Math.sin(w * 30) * 60) / 100;
      const length = Math.sqrt(dx * dx + dz * dz + 1);
      normals[v * 3] = -dx / length;
      normals[v * 3 + 1] = 1 / length;
      normals[v * 3 + 2] = -dz / length;
      uvs[v * 2] = u * 8;
      uvs[v * 2 + 1] = w * 8;
    }
  for (let y = 0, i = 0; y < side; y++)
    for (let x = 0; x < side; x++, i += 6) {
      const v = y * (side + 1) + x;
      indices.set([v, v + side + 1, v + 1, v + 1, v + side + 1, v + side + 2], i);
    }
  return { positions, normals, uvs, indices };
}

export function glbOf({ positions, normals, uvs, indices }: Grid): Uint8Array {
  const parts = [positions, normals, uvs, indices];
  let byteOffset = 0;
  const bufferViews = parts.map(({ byteLength }) => {
    const view = { buffer: 0, byteOffset, byteLength };
    byteOffset += byteLength;
    return view;
  });
  const count = positions.length / 3;
  const json = {
    asset: { version: '2.0' },
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, rotation: [0, 0.6, 0, 0.8], translation: [1, 2, 3] }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, NORMAL: 1, TEXCOORD_0: 2 }, indices: 3 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count, type: 'VEC3' },
      { bufferView: 1, componentType: 5126, count, type: 'VEC3' },
      { bufferView: 2, componentType: 5126, count, type: 'VEC2' },
      { bufferView: 3, componentType: 5125, count: indices.length, type: 'SCALAR' },
    ],
    bufferViews,
    buffers: [{ byteLength: byteOffset }],
  };
  const text = new TextEncoder().encode(JSON.stringify(json));
  const jsonLength = Math.ceil(text.length / 4) * 4;
  const out = new Uint8Array(28 + jsonLength + byteOffset);
  const view = new DataView(out.buffer);
  out.fill(0x20, 20, 20 + jsonLength);
  out.set(text, 20);
  for (const [at, value] of [
    [0, 0x46546c67],
    [4, 2],
    [8, out.length],
    [12, jsonLength],
    [16, 0x4e4f534a],
    [20 + jsonLength, byteOffset],
    [24 + jsonLength, 0x004e4942],
  ] as const)
    view.setUint32(at, value, true);
  for (const [i, part] of parts.entries())
    out.set(new Uint8Array(part.buffer), 28 + jsonLength + (bufferViews[i]?.byteOffset ?? 0));
  return out;
}

/** The same grid as text, as exporters write it: six decimals, and as many normals and uvs as positions. */
function objOf({ positions, normals, uvs, indices }: Grid): Uint8Array {
  const lines: string[] = [];
  const rows = (keyword: string, values: Float32Array, width: number): void => {
    for (let i = 0; i < values.length; i += width)
      lines.push(`${keyword} ${[...values.subarray(i, i + width)].map((n) => n.toFixed(6)).join(' ')}`);
  };
  rows('v', positions, 3);
  rows('vt', uvs, 2);
  rows('vn', normals, 3);
  for (let i = 0; i < indices.length; i += 3)
    lines.push(
      `f ${[0, 1, 2]
        .map((k) => (indices[i + k] ?? 0) + 1)
        .map((v) => `${v}/${v}/${v}`)
        .join(' ')}`,
    );
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}

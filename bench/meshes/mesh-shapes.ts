// The large models of `npm run bench -- meshes`, written directly to disk; 129 MB of text a few thousand lines at a time.

import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export interface Shape {
  readonly title: string;
  readonly file: string;
  /** Goals for a build with two threads: speedup over the commit before the optimizations, and peak memory. */
  readonly bars: { readonly wall: number; readonly cpu: number; readonly peakMb?: number };
  write(folder: string): void;
  /** Takes minutes: runs only if `--shape` names it. */
  readonly isHuge?: boolean;
}

/** 200 bytes per triangle. */
const hugeBars = (triangles: number) => ({ wall: 1, cpu: 1, peakMb: Math.round((triangles * 200) / 1e6) });

export const SHAPES: { readonly [name: string]: Shape } = {
  'scan-glb': {
    title: 'scan, 1 M triangles, no UVs, GLB',
    file: 'scan.glb',
    bars: { wall: 1.5, cpu: 1.2 },
    write: (folder) => writeFileSync(join(folder, 'scan.glb'), glbOf(scan(708), { uvs: false })),
  },
  'scan-obj': {
    title: 'scan, 1 M triangles, flat, OBJ',
    file: 'scan.obj',
    bars: { wall: 2.5, cpu: 1.8, peakMb: 900 },
    write: (folder) => writeObj(join(folder, 'scan.obj'), scan(708), { digits: 6, attributes: false }),
  },
  'terrain-glb': {
    title: 'terrain, 3.4 M triangles, UVs, one primitive, GLB',
    file: 'terrain.glb',
    bars: { wall: 2.5, cpu: 1.8, peakMb: 1200 },
    write: (folder) => writeFileSync(join(folder, 'terrain.glb'), glbOf(terrain(1304), { uvs: true })),
  },
  'text-obj': {
    title: 'terrain, 1.2 M triangles, 129 MB of OBJ',
    file: 'text.obj',
    bars: { wall: 2.5, cpu: 1.8, peakMb: 600 },
    write: (folder) => writeObj(join(folder, 'text.obj'), terrain(779), { digits: 7, attributes: true }),
  },
  'scan-4m': {
    title: 'scan, 4 M triangles, no UVs, GLB',
    file: 'scan.glb',
    bars: hugeBars(4e6),
    isHuge: true,
    write: (folder) => writeFileSync(join(folder, 'scan.glb'), scanGlb(1414)),
  },
  'scan-10m': {
    title: 'scan, 10 M triangles, no UVs, GLB',
    file: 'scan.glb',
    bars: hugeBars(10e6),
    isHuge: true,
    write: (folder) => writeFileSync(join(folder, 'scan.glb'), scanGlb(2237)),
  },
  'terrain-10m': {
    title: 'terrain, 10 M triangles, UVs, GLB',
    file: 'terrain.glb',
    bars: hugeBars(10e6),
    isHuge: true,
    write: (folder) => writeFileSync(join(folder, 'terrain.glb'), glbOf(terrain(2237), { uvs: true })),
  },
};

interface Grid {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly uvs: Float32Array;
  readonly indices: Uint32Array;
}

/** side × side quads over the unit square. `place` writes the position and normal of each point. */
function grid(side: number, place: (u: number, v: number, out: Float64Array) => void): Grid {
  const count = (side + 1) * (side + 1);
  const positions = new Float32Array(count * 3);
  const normals = new Float32Array(count * 3);
  const uvs = new Float32Array(count * 2);
  const indices = new Uint32Array(side * side * 6);
  const out = new Float64Array(6);
  for (let y = 0, at = 0; y <= side; y++)
    for (let x = 0; x <= side; x++, at++) {
      const [u, v] = [x / side, y / side];
      place(u, v, out);
      const length = Math.hypot(out[3] ?? 0, out[4] ?? 0, out[5] ?? 0);
      for (let c = 0; c < 3; c++) {
        positions[at * 3 + c] = out[c] ?? 0;
        normals[at * 3 + c] = (out[3 + c] ?? 0) / length;
      }
      uvs[at * 2] = u * 8;
      uvs[at * 2 + 1] = v * 8;
    }
  for (let y = 0, i = 0; y < side; y++)
    for (let x = 0; x < side; x++, i += 6) {
      const at = y * (side + 1) + x;
      indices.set([at, at + side + 1, at + 1, at + 1, at + side + 1, at + side + 2], i);
    }
  return { positions, normals, uvs, indices };
}

/** A rough body of 2 × side² triangles, without uvs. */
export const scanGlb = (side: number): Uint8Array => glbOf(scan(side), { uvs: false });

/** A rolling landscape of 2 × side² triangles. */
export const terrainGlb = (side: number): Uint8Array => glbOf(terrain(side), { uvs: true });

/** A rough closed body, as from a scanner. */
function scan(side: number): Grid {
  return grid(side, (u, v, out) => {
    const [a, b] = [u * 2 * Math.PI, (v * 0.998 + 0.001) * Math.PI];
    const [x, y, z] = [Math.cos(a) * Math.sin(b), Math.cos(b), Math.sin(a) * Math.sin(b)];
    const bumps =
      Math.sin(x * 9 + z * 4) * Math.cos(y * 7) * 0.12 + Math.sin(x * 61) * Math.sin(y * 53 + z * 47) * 0.01;
    const noise = Math.sin(x * 701 + y * 997) * Math.sin(z * 877 + y * 613) * 0.001;
    const radius = 1 + bumps + noise;
    out.set([x * radius, y * radius, z * radius, x, y, z]);
  });
}

/** A rolling landscape. */
function terrain(side: number): Grid {
  return grid(side, (u, v, out) => {
    const height = Math.sin(u * 40) * Math.cos(v * 30) * 2 + Math.sin(u * 311 + v * 177) * 0.05;
    const dx = (Math.cos(u * 40) * Math.cos(v * 30) * 80) / 100;
    const dz = (-Math.sin(u * 40) * Math.sin(v * 30) * 60) / 100;
    out.set([u * 100, height, v * 100, -dx, 1, -dz]);
  });
}

function glbOf({ positions, normals, uvs, indices }: Grid, options: { readonly uvs: boolean }): Uint8Array {
  const parts = options.uvs ? [positions, normals, uvs, indices] : [positions, normals, indices];
  let byteOffset = 0;
  const bufferViews = parts.map(({ byteLength }) => {
    const view = { buffer: 0, byteOffset, byteLength };
    byteOffset += byteLength;
    return view;
  });
  const count = positions.length / 3;
  const floats = (bufferView: number, type: string) => ({ bufferView, componentType: 5126, count, type });
  const last = parts.length - 1;
  const json = {
    asset: { version: '2.0' },
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, rotation: [0, 0.6, 0, 0.8], translation: [1, 2, 3] }],
    meshes: [
      {
        primitives: [
          { attributes: { POSITION: 0, NORMAL: 1, ...(options.uvs ? { TEXCOORD_0: 2 } : {}) }, indices: last },
        ],
      },
    ],
    accessors: [
      floats(0, 'VEC3'),
      floats(1, 'VEC3'),
      ...(options.uvs ? [floats(2, 'VEC2')] : []),
      { bufferView: last, componentType: 5125, count: indices.length, type: 'SCALAR' },
    ],
    bufferViews,
    buffers: [{ byteLength: byteOffset }],
  };
  const text = new TextEncoder().encode(JSON.stringify(json));
  const jsonLength = Math.ceil(text.length / 4) * 4;
  const out = new Uint8Array(28 + jsonLength + byteOffset);
  const words = [0x46546c67, 2, out.length, jsonLength, 0x4e4f534a];
  const view = new DataView(out.buffer);
  for (const [i, word] of words.entries()) view.setUint32(i * 4, word, true);
  out.fill(0x20, 20, 20 + jsonLength);
  out.set(text, 20);
  view.setUint32(20 + jsonLength, byteOffset, true);
  view.setUint32(24 + jsonLength, 0x004e4942, true);
  for (const [i, part] of parts.entries())
    out.set(new Uint8Array(part.buffer), 28 + jsonLength + (bufferViews[i]?.byteOffset ?? 0));
  return out;
}

const LINES_AT_ONCE = 4096;

function writeObj(
  path: string,
  { positions, normals, uvs, indices }: Grid,
  { digits, attributes }: { readonly digits: number; readonly attributes: boolean },
): void {
  const file = openSync(path, 'w');
  let lines: string[] = [];
  const flush = (): void => {
    writeSync(file, lines.join(''));
    lines = [];
  };
  const line = (text: string): void => {
    if (lines.push(`${text}\n`) === LINES_AT_ONCE) flush();
  };
  const rows = (keyword: string, values: Float32Array, width: number): void => {
    for (let i = 0; i < values.length; i += width)
      line(`${keyword} ${Array.from(values.subarray(i, i + width), (n) => n.toFixed(digits)).join(' ')}`);
  };
  rows('v', positions, 3);
  if (attributes) rows('vt', uvs, 2);
  if (attributes) rows('vn', normals, 3);
  const corner = (at: number): string => {
    const vertex = (indices[at] ?? 0) + 1;
    return attributes ? `${vertex}/${vertex}/${vertex}` : `${vertex}`;
  };
  for (let i = 0; i < indices.length; i += 3) line(`f ${corner(i)} ${corner(i + 1)} ${corner(i + 2)}`);
  flush();
  closeSync(file);
}

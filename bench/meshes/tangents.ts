// Tangents of large meshes: our kernel compared with the npm package, on one thread, alternating in one run, and whether every bit is equal. Both
// start with indexed vertices and end with a tangent per corner. The package is called through its wasm memory, without its copies.

import { createRequire } from 'node:module';
import { TangentSpace } from '@assetc/kernels';
import { gridOf } from './mesh-models.js';

const ROUNDS = 5;
const SIDE = 708;

interface Mesh {
  readonly vertices: Float32Array;
  readonly indices: Uint32Array;
}

export async function run(args: readonly string[]): Promise<void> {
  const rows = [];
  for (const [mesh, made] of Object.entries({ smooth: smooth(), faceted: faceted(), 'shuffled, mirrored': shuffled() }))
    rows.push(await compare(mesh, made));
  if (args.includes('--json')) console.log(JSON.stringify({ rows }));
  else console.table(rows);
}

async function compare(mesh: string, { vertices, indices }: Mesh) {
  const times = { package: [] as number[], kernel: [] as number[] };
  let equal = true;
  for (let round = 0; round < ROUNDS; round++) {
    let start = process.cpuUsage();
    const wanted = ofPackage(vertices, indices);
    times.package.push(micros(start));
    start = process.cpuUsage();
    const space = await TangentSpace.of({
      vertexCount: vertices.length / 8,
      indices,
      fill: (floats) => floats.set(vertices),
    });
    const given = space.corners();
    times.kernel.push(micros(start));
    equal &&= Buffer.from(wanted.buffer).equals(Buffer.from(given.buffer));
  }
  const [packageMs, kernelMs] = [median(times.package) / 1000, median(times.kernel) / 1000];
  const ratio = Math.round((packageMs / kernelMs) * 100) / 100;
  return { mesh, corners: indices.length, packageMs, kernelMs, ratio, bar: '4', holds: ratio >= 4 && equal, equal };
}

function micros(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

function median(values: readonly number[]): number {
  return Math.round([...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN);
}

function ofPackage(vertices: Float32Array, indices: Uint32Array): Float32Array {
  const wasm = createRequire(import.meta.url)('mikktspace').__wasm;
  const widths = [3, 3, 2];
  const at: number[] = widths.map((width) => wasm.__wbindgen_malloc(indices.length * width * 4));
  let first = 0;
  for (const [i, width] of widths.entries()) {
    const out = new Float32Array(wasm.memory.buffer, at[i], indices.length * width);
    for (let corner = 0, to = 0; corner < indices.length; corner++)
      for (let c = 0; c < width; c++) out[to++] = vertices[(indices[corner] ?? 0) * 8 + first + c] ?? 0;
    first += width;
  }
  const result: number = wasm.__wbindgen_add_to_stack_pointer(-16);
  wasm.generateTangents(result, ...at.flatMap((address, i) => [address, indices.length * (widths[i] ?? 0)]));
  const [address = 0, length = 0] = new Uint32Array(wasm.memory.buffer, result, 2);
  const tangents = new Float32Array(wasm.memory.buffer, address, length).slice();
  wasm.__wbindgen_free(address, length * 4);
  wasm.__wbindgen_add_to_stack_pointer(16);
  return tangents;
}

function smooth(): Mesh {
  const { positions, normals, uvs, indices } = gridOf(SIDE);
  const vertices = new Float32Array((positions.length / 3) * 8);
  for (let v = 0; v < positions.length / 3; v++) {
    vertices.set(positions.subarray(v * 3, v * 3 + 3), v * 8);
    vertices.set(normals.subarray(v * 3, v * 3 + 3), v * 8 + 3);
    vertices.set(uvs.subarray(v * 2, v * 2 + 2), v * 8 + 6);
  }
  return { vertices, indices };
}

/** Every corner has its own vertex, with the normal of its face. */
function faceted(): Mesh {
  const { vertices, indices } = smooth();
  const out = new Float32Array(indices.length * 8);
  for (let i = 0; i < indices.length; i++) {
    const from = (indices[i] ?? 0) * 8;
    const face = (indices[i - (i % 3)] ?? 0) * 8;
    out.set(vertices.subarray(from, from + 8), i * 8);
    out.set(vertices.subarray(face + 3, face + 6), i * 8 + 3);
  }
  return { vertices: out, indices: Uint32Array.from({ length: indices.length }, (_, i) => i) };
}

/** Triangles in a random order, which defeats caches, and every other one with mirrored texture coordinates. */
function shuffled(): Mesh {
  const { vertices, indices } = smooth();
  for (let v = 0; v < vertices.length / 8; v++) if ((v >> 6) & 1) vertices[v * 8 + 6] = -(vertices[v * 8 + 6] ?? 0);
  const out = new Uint32Array(indices.length);
  const triangles = indices.length / 3;
  for (let t = 0; t < triangles; t++) {
    const from = ((t * 514_229) % triangles) * 3;
    out.set(indices.subarray(from, from + 3), t * 3);
  }
  return { vertices, indices: out };
}

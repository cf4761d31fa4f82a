// `npm run bench -- mesh-codec`: how fast compressed geometry is decoded. Our wasm compared with the npm package of meshoptimizer; assetc.h
// compared with both, and with libmeshoptimizer if it is installed (apt install libmeshoptimizer-dev). CPU time, taking turns.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { encodeIndexSequence, encodeTriangleIndices, encodeVertexRows, orderTriangles } from '@assetc/kernels';
import { MeshoptDecoder } from 'meshoptimizer';
import {
  decodeSequenceBytes,
  decodeTriangleBytes,
  decodeVertexBytes,
} from '../../packages/formats/src/mesh-codec/decode.js';

const SIDE = 400;
const ROUNDS = 15;

interface Sample {
  readonly name: string;
  readonly rows: Uint8Array;
  readonly stride: number;
}

/** A terrain: full vertices of 28 bytes and compact ones of 16. */
function samples(): { readonly vertices: readonly Sample[]; readonly indices: Uint32Array } {
  const count = (SIDE + 1) ** 2;
  const [full, compact] = [new DataView(new ArrayBuffer(count * 28)), new DataView(new ArrayBuffer(count * 16))];
  for (let i = 0; i < count; i++) {
    const [x, z] = [i % (SIDE + 1), Math.floor(i / (SIDE + 1))];
    const y = Math.sin(x * 0.05) * Math.cos(z * 0.07) + ((x * 7919 + z * 104729) % 97) / 970;
    for (const [lane, value] of [x / 10, y, z / 10].entries()) full.setFloat32(i * 28 + lane * 4, value, true);
    for (let lane = 0; lane < 4; lane++) full.setInt16(i * 28 + 12 + lane * 2, y * 9000 * (lane + 1), true);
    for (const [lane, value] of [x / SIDE, z / SIDE].entries()) full.setFloat32(i * 28 + 20 + lane * 4, value, true);
    for (const [lane, value] of [x * 80, y * 20_000, z * 80, 0].entries())
      compact.setInt16(i * 16 + lane * 2, value, true);
    for (const [lane, value] of [y * 9000, y * 12_000].entries()) compact.setInt16(i * 16 + 8 + lane * 2, value, true);
    for (const [lane, value] of [x, z].entries())
      compact.setUint16(i * 16 + 12 + lane * 2, (value / SIDE) * 65535, true);
  }
  const indices = new Uint32Array(SIDE * SIDE * 6);
  for (let i = 0; i < SIDE * SIDE; i++) {
    const at = i + Math.floor(i / SIDE);
    indices.set([at, at + SIDE + 1, at + 1, at + 1, at + SIDE + 1, at + SIDE + 2], i * 6);
  }
  orderTriangles(indices, count, 'size');
  numberByFirstUse(indices, count);
  return {
    vertices: [
      { name: 'vertices of 28 bytes', rows: new Uint8Array(full.buffer), stride: 28 },
      { name: 'vertices of 16 bytes', rows: new Uint8Array(compact.buffer), stride: 16 },
    ],
    indices,
  };
}

/** As in files: otherwise triangles take three times the bytes, and are decoded by other branches. */
function numberByFirstUse(indices: Uint32Array, count: number): void {
  const numbers = new Uint32Array(count);
  let used = 0;
  for (const [i, vertex] of indices.entries()) {
    if (numbers[vertex] === 0) numbers[vertex] = ++used;
    indices[i] = (numbers[vertex] ?? 1) - 1;
  }
}

/** CPU seconds of the fastest run of each, taking turns. */
function race(runs: readonly (() => void)[]): number[] {
  const best = runs.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round++)
    for (const [i, work] of runs.entries()) {
      const start = process.cpuUsage();
      for (let again = 0; again < 10; again++) work();
      const { user, system } = process.cpuUsage(start);
      best[i] = Math.min(best[i] ?? 0, (user + system) / 1e7);
    }
  return best;
}

const rate = (bytes: number, seconds = 0): string => (seconds > 0 ? `${(bytes / seconds / 1e9).toFixed(2)} GB/s` : '-');
const share = (theirs = 0, ours = 0): string => (theirs > 0 && ours > 0 ? `${(theirs / ours).toFixed(2)} ×` : '-');

export async function run(_args: readonly string[]): Promise<void> {
  await MeshoptDecoder.ready;
  const folder = mkdtempSync(join(tmpdir(), 'assetc-mesh-codec-'));
  const { vertices, indices } = samples();
  const { length } = indices;
  const [triangles, sequence] = [encodeTriangleIndices(indices), encodeIndexSequence(indices)];
  const program = compileC(folder);
  console.log(`load ${loadavg()[0]?.toFixed(1)}; GB/s of decoded bytes, in CPU time`);
  let c: readonly number[] = [];
  for (const { name, rows, stride } of vertices) {
    const count = rows.length / stride;
    const coded = encodeVertexRows(rows, stride);
    const out = new Uint8Array(rows.length);
    const [ours, npm] = race([
      () => decodeVertexBytes(coded, count, stride, out),
      () => MeshoptDecoder.decodeVertexBuffer(out, count, stride, coded),
    ]);
    c = runC(program, folder, { count, stride, coded: [coded, triangles, sequence], indexCount: length });
    print({ name, coded, rawBytes: rows.length, ours, npm, c: c[0] });
  }
  const rawBytes = length * 4;
  const out = new Uint8Array(rawBytes);
  const [ours, npm] = race([
    () => decodeTriangleBytes(triangles, length, 4, out),
    () => MeshoptDecoder.decodeIndexBuffer(out, length, 4, triangles),
  ]);
  print({ name: 'triangles', coded: triangles, rawBytes, ours, npm, c: c[1], native: c[3] });
  const [oursOfList, npmOfList] = race([
    () => decodeSequenceBytes(sequence, length, 4, out),
    () => MeshoptDecoder.decodeIndexSequence(out, length, 4, sequence),
  ]);
  print({ name: 'sequence', coded: sequence, rawBytes, ours: oursOfList, npm: npmOfList, c: c[2], native: c[4] });
  rmSync(folder, { recursive: true });
}

interface Timed {
  readonly name: string;
  readonly coded: Uint8Array;
  readonly rawBytes: number;
  /** CPU seconds. */
  readonly ours: number | undefined;
  readonly npm: number | undefined;
  readonly c: number | undefined;
  /** Undefined for the codec that libmeshoptimizer 0.18 lacks. */
  readonly native?: number | undefined;
}

function print({ name, coded, rawBytes, ours, npm, c, native }: Timed): void {
  const own = `wasm ${rate(rawBytes, ours)}, C ${rate(rawBytes, c)}`;
  const peers = `package ${rate(rawBytes, npm)}, libmeshoptimizer ${rate(rawBytes, native)}`;
  console.log(`${name} (${coded.length} of ${rawBytes} bytes): ${own}; ${peers}`);
  console.log(
    `  wasm ${share(npm, ours)} the package, C ${share(npm, c)} the package, ${share(native, c)} libmeshoptimizer`,
  );
}

/** Undefined without a C compiler. */
function compileC(folder: string): string | undefined {
  const output = join(folder, 'mesh-codec');
  const headers = resolve('packages/formats/c');
  const flags = ['-std=c99', '-O2', ...(process.arch === 'x64' ? ['-march=x86-64-v2'] : []), '-I', headers];
  const source = resolve('bench/meshes/mesh-codec.c');
  for (const native of [['-DNATIVE', '-lmeshoptimizer'], []])
    if (spawnSync('cc', [...flags, source, '-o', output, ...native, '-lm']).status === 0) return output;
  return undefined;
}

interface Coded {
  readonly count: number;
  readonly stride: number;
  /** Vertices, triangles, sequence. */
  readonly coded: readonly [Uint8Array, Uint8Array, Uint8Array];
  readonly indexCount: number;
}

/** CPU seconds of vertices, triangles and sequence, and of libmeshoptimizer's triangles and sequence. */
function runC(program: string | undefined, folder: string, { count, stride, coded, indexCount }: Coded): number[] {
  if (program === undefined) return [];
  const files = coded.map((bytes, i) => {
    const file = join(folder, `coded-${i}`);
    writeFileSync(file, bytes);
    return file;
  });
  const { stdout } = spawnSync(program, [`${count}`, `${stride}`, `${indexCount}`, '4', ...files], {
    encoding: 'utf8',
  });
  return stdout
    .trim()
    .split(' ')
    .map(Number)
    .map((seconds) => (seconds < 1e7 ? seconds : 0));
}

// Opening and validating a 100 MB mesh, and opening a pack of 50,000 entries to find one path. `first` is the first call
// of the process, before V8 has compiled anything; `median` is that of the rounds. The lower bound of validation is one plain
// pass over the same bytes, measured in the same run.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  bytesSource,
  decodeHmesh,
  encodeHmesh,
  type HmeshModel,
  openPack,
  packSkinVertices,
  packVertices,
  planHpack,
  validateHmesh,
} from '@assetc/formats';
import { openFileSource } from '@assetc/formats/node';

const ENTRIES = 50_000;
const ROUNDS = 7;
/** Meshlets are tiles of 7 × 7 quads: 64 vertices, 98 triangles. */
const TILES = 139;

interface Row {
  readonly what: string;
  readonly bytes: number;
  readonly firstMs: number;
  readonly medianMs: number;
  readonly mbPerS: number;
  readonly bar: string;
  readonly holds: boolean;
}

export async function run(args: readonly string[]): Promise<void> {
  const rows: Row[] = [];
  await measurePack(rows);
  await measureMesh(rows);
  if (args.includes('--json')) {
    console.log(JSON.stringify({ rows }));
    return;
  }
  console.table(rows);
}

async function time(
  rows: Row[],
  what: string,
  bytes: number,
  bar: string,
  holds: (row: Omit<Row, 'bar' | 'holds'>) => boolean,
  step: () => unknown,
): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await step();
    times.push(performance.now() - start);
  }
  const firstMs = times[0] ?? 0;
  const medianMs = times.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0;
  const row = {
    what,
    bytes,
    firstMs: round(firstMs),
    medianMs: round(medianMs),
    mbPerS: round(bytes / 1e3 / medianMs),
  };
  rows.push({ ...row, bar, holds: holds(row) });
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

async function measurePack(rows: Row[]): Promise<void> {
  const files = Array.from({ length: ENTRIES }, (_, i) => ({
    path: `levels/level_${i % 50}/props/prop_${i}/${i % 2 === 0 ? 'mesh.hmesh' : 'tex_0.ktx2'}`,
    size: 1000 + (i % 977),
  }));
  const wanted = files[31_415]?.path ?? '';
  const plan = planHpack(files);
  const folder = mkdtempSync(join(tmpdir(), 'assetc-bench-formats-'));
  try {
    const path = join(folder, 'game.hpack');
    writeFileSync(path, plan.head);
    await truncate(path, plan.totalBytes);
    const under50 = (row: { medianMs: number }) => row.medianMs < 50;
    const label = `open a pack of ${ENTRIES} entries and find one`;
    await time(rows, `${label} (file)`, plan.head.length, '< 50 ms', under50, async () => {
      const source = await openFileSource(path);
      const pack = await openPack(source);
      if (pack.find(wanted) === undefined) throw new Error('the path was not found');
      await source.close();
    });
    const whole = new Uint8Array(plan.totalBytes);
    whole.set(plan.head);
    await time(rows, `${label} (memory)`, plan.head.length, '< 50 ms', under50, async () => {
      const pack = await openPack(bytesSource(whole));
      if (pack.find(wanted) === undefined) throw new Error('the path was not found');
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureMesh(rows: Row[]): Promise<void> {
  const bytes = encodeHmesh(gridMesh());
  const size = bytes.length;
  const label = `a mesh of ${Math.round(size / 1e6)} MB`;
  await time(
    rows,
    `open ${label}`,
    size,
    '< 1 ms',
    (row) => row.medianMs < 1,
    () => decodeHmesh(bytes),
  );
  await time(
    rows,
    `validate ${label} in full`,
    size,
    '≥ 300 MB/s',
    (row) => row.mbPerS >= 300,
    () => {
      const problems = validateHmesh(bytes);
      if (problems.length > 0) throw new Error(`the mesh has problems: ${JSON.stringify(problems[0])}`);
    },
  );
  const words = new Uint32Array(bytes.buffer, 0, size >> 2);
  let sink = 0;
  await time(
    rows,
    'one pass over the same bytes (floor)',
    size,
    '',
    () => true,
    () => {
      let sum = 0;
      for (let i = 0; i < words.length; i++) sum = (sum + (words[i] ?? 0)) | 0;
      sink ^= sum;
    },
  );
  if (sink === 0.5) throw new Error('unreachable: keeps the pass from being optimized away');
}

/** A skinned grid with two reduced levels, which has every chunk that the validator reads. */
function gridMesh(): HmeshModel {
  const quads = TILES * 7;
  const side = quads + 1;
  const count = side * side;
  const positions = new Float32Array(count * 3);
  const normals = new Float32Array(count * 3);
  const tangents = new Float32Array(count * 4);
  const uvs = new Float32Array(count * 2);
  for (let i = 0; i < count; i++) {
    const x = i % side;
    const z = Math.floor(i / side);
    positions[3 * i] = x;
    positions[3 * i + 2] = z;
    normals[3 * i + 1] = 1;
    tangents[4 * i] = 1;
    tangents[4 * i + 3] = 1;
    uvs[2 * i] = x / quads;
    uvs[2 * i + 1] = z / quads;
  }
  const meshletCount = TILES * TILES;
  const indices = new Uint32Array(quads * quads * 6);
  const meshlets = new Uint32Array(meshletCount * 4);
  const meshletVertices = new Uint32Array(meshletCount * 64);
  const meshletTriangles = new Uint8Array(meshletCount * 98 * 3);
  const meshletBounds = new Float32Array(meshletCount * 8);
  let next = 0;
  for (let m = 0; m < meshletCount; m++) {
    const left = (m % TILES) * 7;
    const top = Math.floor(m / TILES) * 7;
    meshlets.set([m * 64, 64, m * 98, 98], m * 4);
    meshletBounds.set([left + 3.5, 0, top + 3.5, 5, 0, 1, 0, 1], m * 8);
    for (let v = 0; v < 64; v++) meshletVertices[m * 64 + v] = (top + (v >> 3)) * side + left + (v & 7);
    for (let q = 0; q < 49; q++) {
      const corner = Math.floor(q / 7) * 8 + (q % 7);
      const local = [corner, corner + 8, corner + 1, corner + 1, corner + 8, corner + 9];
      meshletTriangles.set(local, (m * 98 + q * 2) * 3);
      for (const vertex of local) indices[next++] = meshletVertices[m * 64 + vertex] ?? 0;
    }
  }
  const bounds = {
    aabbMin: [0, 0, 0],
    aabbMax: [quads, 0, quads],
    sphereCenter: [quads / 2, 0, quads / 2],
    sphereRadius: Math.fround((quads / 2) * Math.SQRT2),
  };
  const half = Math.floor(indices.length / 6) * 3;
  const quarter = Math.floor(indices.length / 12) * 3;
  const lodIndices = new Uint32Array(half + quarter);
  lodIndices.set(indices.subarray(0, half));
  lodIndices.set(indices.subarray(0, quarter), half);
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const weights = new Float32Array(count * 4);
  for (let i = 0; i < count; i++) weights[4 * i] = 1;
  return {
    hasTangents: true,
    bounds,
    vertices: packVertices({ positions, normals, tangents, uvs }),
    indices,
    meshlets,
    meshletVertices,
    meshletTriangles,
    meshletBounds,
    materials: BigUint64Array.of(1n),
    submeshes: [
      { firstIndex: 0, indexCount: indices.length, firstMeshlet: 0, meshletCount, materialSlot: 0, ...bounds },
    ],
    skin: {
      vertices: packSkinVertices(new Uint16Array(count * 4), weights),
      joints: [{ inverseBind: identity, bindT: [0, 0, 0], bindR: [0, 0, 0, 1], bindS: [1, 1, 1], parent: -1 }],
    },
    lods: { lodCount: 2, indices: lodIndices, ranges: Uint32Array.of(0, half, half, quarter) },
  };
}

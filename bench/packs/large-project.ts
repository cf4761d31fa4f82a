// A generated project whose pack has about 1 GB: textures with grain, models, many small files. Equal on every machine.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomNumbers } from '../../tests/packs/random-packs.js';

/** How many of each; the numbers of the 1 GB project by default. */
export interface ProjectSize {
  readonly textures: number;
  readonly models: number;
  readonly texts: number;
}

export const LARGE: ProjectSize = { textures: 144, models: 60, texts: 3000 };
const SIDE = 2048;
const GRID = 176;

/** Smooth noise that tiles, 0 to 255: four octaves. */
function noisePlane(seed: number): Uint8Array {
  const next = randomNumbers(seed);
  const sum = new Float32Array(SIDE * SIDE);
  for (let octave = 0; octave < 4; octave++) {
    const cells = 16 << (octave * 2);
    const values = Float32Array.from({ length: cells * cells }, () => next() / 2 ** 32);
    const weight = 0.5 ** (octave + 1);
    for (let y = 0; y < SIDE; y++) {
      const v = (y * cells) / SIDE;
      const [y0, fy] = [Math.floor(v), v - Math.floor(v)];
      const rows = [y0 * cells, ((y0 + 1) % cells) * cells] as const;
      for (let x = 0; x < SIDE; x++) {
        const u = (x * cells) / SIDE;
        const x0 = Math.floor(u);
        const x1 = (x0 + 1) % cells;
        const fx = u - x0;
        const at = (row: number, column: number) => values[row + column] ?? 0;
        const top = at(rows[0], x0) * (1 - fx) + at(rows[0], x1) * fx;
        const bottom = at(rows[1], x0) * (1 - fx) + at(rows[1], x1) * fx;
        const i = y * SIDE + x;
        sum[i] = (sum[i] ?? 0) + weight * (top * (1 - fy) + bottom * fy);
      }
    }
  }
  return Uint8Array.from(sum, (value) => Math.min(255, value * 272));
}

/** A true-color TGA: what an artist's program exports without compression. */
function writeTexture(path: string, planes: readonly Uint8Array[], seed: number): void {
  const next = randomNumbers(seed + 1000);
  const out = Buffer.alloc(18 + SIDE * SIDE * 3);
  out[2] = 2;
  out.writeUInt16LE(SIDE, 12);
  out.writeUInt16LE(SIDE, 14);
  out[16] = 24;
  const shifts = planes.map(() => next() % (SIDE * SIDE));
  const colors = [0, 1, 2].map(() => planes.map(() => (next() % 256) / 256));
  let grain = seed + 1;
  for (let i = 0, at = 18; i < SIDE * SIDE; i++) {
    grain = (Math.imul(grain, 1664525) + 1013904223) | 0;
    for (let channel = 0; channel < 3; channel++) {
      let value = (grain >>> (24 + channel)) & 7;
      for (let p = 0; p < planes.length; p++)
        value += (planes[p]?.[(i + (shifts[p] ?? 0)) % (SIDE * SIDE)] ?? 0) * (colors[channel]?.[p] ?? 0) * 0.55;
      out[at++] = Math.min(255, value);
    }
  }
  writeFileSync(path, out);
}

/** A hilly patch as binary glTF: positions, normals, texture coordinates, indices. */
function writeModel(path: string, plane: Uint8Array, seed: number): void {
  const next = randomNumbers(seed + 5000);
  const shift = next();
  const rows = new Float32Array(GRID * GRID * 8);
  const height = (x: number, y: number): number =>
    (plane[(shift + y * 3 * SIDE + x * 3) % plane.length] ?? 0) / 32 + ((x * y * (seed + 3)) % 17) / 400;
  for (let y = 0, at = 0; y < GRID; y++)
    for (let x = 0; x < GRID; x++, at += 8) {
      const normal = [height(x, y) - height(x + 1, y), 0.2, height(x, y) - height(x, y + 1)];
      const length = Math.sqrt(normal.reduce((sum, n) => sum + n * n, 0));
      rows.set([x * 0.2, height(x, y), y * 0.2, ...normal.map((n) => n / length), x / GRID, y / GRID], at);
    }
  const indices = new Uint32Array((GRID - 1) ** 2 * 6);
  for (let y = 0, at = 0; y < GRID - 1; y++)
    for (let x = 0; x < GRID - 1; x++, at += 6) {
      const i = y * GRID + x;
      indices.set([i, i + GRID, i + 1, i + 1, i + GRID, i + GRID + 1], at);
    }
  const attribute = (type: string, byteOffset: number) => ({
    bufferView: 0,
    byteOffset,
    componentType: 5126,
    count: GRID * GRID,
    type,
  });
  const json = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, NORMAL: 1, TEXCOORD_0: 2 }, indices: 3 }] }],
    accessors: [
      { ...attribute('VEC3', 0), min: [0, 0, 0], max: [GRID * 0.2, 9, GRID * 0.2] },
      attribute('VEC3', 12),
      attribute('VEC2', 24),
      { bufferView: 1, componentType: 5125, count: indices.length, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteLength: rows.byteLength, byteStride: 32 },
      { buffer: 0, byteOffset: rows.byteLength, byteLength: indices.byteLength },
    ],
    buffers: [{ byteLength: rows.byteLength + indices.byteLength }],
  };
  writeFileSync(path, glb(json, [new Uint8Array(rows.buffer), new Uint8Array(indices.buffer)]));
}

function glb(json: unknown, parts: readonly Uint8Array[]): Uint8Array {
  const text = Buffer.from(JSON.stringify(json));
  const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, 0x20)]);
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(20);
  head.write('glTF');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(28 + padded.length + body.length, 8);
  head.writeUInt32LE(padded.length, 12);
  head.write('JSON', 16);
  const chunk = Buffer.alloc(8);
  chunk.writeUInt32LE(body.length, 0);
  chunk.write('BIN', 4);
  return Buffer.concat([head, padded, chunk, body]);
}

function textOf(seed: number): string {
  const next = randomNumbers(seed + 9000);
  const things = Array.from({ length: 5 + (next() % 120) }, (_, i) => ({
    name: `thing ${i}`,
    kind: ['chair', 'door', 'lamp', 'tree'][next() % 4],
    position: [next() % 1000, next() % 100, next() % 1000],
    flags: next() % 64,
  }));
  return JSON.stringify({ level: seed, things }, undefined, 1);
}

/** Writes the sources of the project into an empty folder. */
export function writeLargeProject(folder: string, { textures, models, texts }: ProjectSize): void {
  for (const name of ['textures', 'models', 'levels']) mkdirSync(join(folder, 'assets', name), { recursive: true });
  writeFileSync(
    join(folder, 'assetc.yml'),
    'embed: ["levels/*.json"]\ndefault:\n  texture: { target: bc, quality: fast }\n  mesh: { lods: [0.5] }\n',
  );
  const planes = [1, 2, 3].map(noisePlane);
  for (let i = 0; i < textures; i++) writeTexture(join(folder, `assets/textures/${i}.tga`), planes, i);
  const [plane = new Uint8Array(1)] = planes;
  for (let i = 0; i < models; i++) writeModel(join(folder, `assets/models/${i}.glb`), plane, i);
  for (let i = 0; i < texts; i++) writeFileSync(join(folder, `assets/levels/${i}.json`), textOf(i));
}

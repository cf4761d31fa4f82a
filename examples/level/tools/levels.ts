// Levels: `*.level.json` becomes `.level`, one binary that names meshes and textures by their 64-bit references.

import { defineKind, definePlugin, type KindContext } from 'assetc';

const MAGIC = 0x4c56454c; // "LEVL"
const VERSION = 1;
const HEADER_BYTES = 24;
const THING_BYTES = 32;

interface Thing {
  readonly mesh: bigint;
  /** 0 keeps the textures of the mesh. */
  readonly texture: bigint;
  readonly at: readonly number[];
  readonly turn: number;
}

const level = defineKind({
  name: 'level',
  doc: 'Levels of the game.',
  match: '*.level.json',
  outputs: ['.level'],
  settings: {
    scale: { is: 'number', min: 0.001, max: 1000, default: 1, doc: 'Metres of a unit of the file.' },
  },
  async compile(ctx) {
    const root = await readJson(ctx, ctx.path);
    const ground = await ctx.ref(textIn(root, 'ground'), { use: 'color' });
    const things = await thingsIn(ctx, ctx.path, root, 0);
    ctx.emit('.level', encode(ground, things));
  },
  describe(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < HEADER_BYTES || view.getUint32(0, true) !== MAGIC) return { problems: ['it is no level'] };
    const count = view.getUint32(16, true);
    if (bytes.length !== HEADER_BYTES + count * THING_BYTES) return { problems: [`it does not hold ${count} things`] };
    const refs = [view.getBigUint64(8, true)];
    for (let i = 0; i < count; i++)
      for (const offset of [0, 24]) refs.push(view.getBigUint64(HEADER_BYTES + i * THING_BYTES + offset, true));
    return { facts: { things: count }, refs: refs.filter((ref) => ref !== 0n) };
  },
});

type Context = KindContext<{ readonly scale: number }>;

/** The things of the file, then those of the files that it includes. */
async function thingsIn(ctx: Context, file: string, root: Fields, depth: number): Promise<readonly Thing[]> {
  if (depth > 16) throw new Error(`${file} includes itself`);
  const things: Thing[] = [];
  for (const [i, item] of listIn(root, 'things').entries()) {
    const { mesh, texture, at = [0, 0, 0], turn = 0 } = fieldsOf(item);
    if (typeof mesh !== 'string' || !isPoint(at) || typeof turn !== 'number') {
      const remedy = 'Write { "mesh": "models/lamp.glb", "at": [1, 0, 2], "turn": 90 }';
      ctx.error({ file, pointer: `/things/${i}` }, 'is not a thing with a mesh and a place', remedy);
      continue;
    }
    things.push({
      mesh: await ctx.ref(mesh),
      texture: typeof texture === 'string' ? await ctx.ref(texture, { use: 'color' }) : 0n,
      at: at.map((part) => part * ctx.settings.scale),
      turn,
    });
  }
  for (const include of listIn(root, 'include')) {
    const path = ctx.resolve(file, String(include));
    things.push(...(await thingsIn(ctx, path, await readJson(ctx, path), depth + 1)));
  }
  return things;
}

function encode(ground: bigint, things: readonly Thing[]): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + things.length * THING_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, VERSION, true);
  view.setBigUint64(8, ground, true);
  view.setUint32(16, things.length, true);
  for (const [i, { mesh, texture, at, turn }] of things.entries()) {
    const row = HEADER_BYTES + i * THING_BYTES;
    view.setBigUint64(row, mesh, true);
    for (const [axis, part] of at.entries()) view.setFloat32(row + 8 + axis * 4, part, true);
    view.setFloat32(row + 20, turn, true);
    view.setBigUint64(row + 24, texture, true);
  }
  return bytes;
}

type Fields = Readonly<Record<string, unknown>>;

async function readJson(ctx: Context, path: string): Promise<Fields> {
  return fieldsOf(JSON.parse(await ctx.readText(path)));
}

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {});

function listIn(fields: Fields, key: string): readonly unknown[] {
  const value = fields[key];
  return Array.isArray(value) ? value : [];
}

function textIn(fields: Fields, key: string): string {
  const value = fields[key];
  if (typeof value !== 'string') throw new Error(`"${key}" must be a text`);
  return value;
}

const isPoint = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.length === 3 && value.every((part) => typeof part === 'number');

export default definePlugin({ name: 'levels', version: '1', kinds: [level] });

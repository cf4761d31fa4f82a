// Damaged models: whatever bytes are wrong, a file compiles to valid outputs or is refused with a diagnostic. A short run on
// a model made here; ASSETC_FUZZ=<rounds> runs that many on each of several corpus files.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { validateHmesh } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { AssetError } from '../packages/compiler/src/diagnostics/diagnostic.js';
import { meshKind } from '../packages/compiler/src/kinds/mesh/mesh-kind.js';
import { TestContext } from '../packages/compiler/src/testing/test-context.js';
import { addGrid, GltfBuilder } from './gltf-builder.js';

const corpus = join(process.env.ASSETC_CORPUS ?? resolve(import.meta.dirname, '../../shared/corpus'), 'gltf');
const rounds = Number(process.env.ASSETC_FUZZ ?? 0);
const FILES = [
  'BoxMeshopt/BoxMeshopt.glb',
  'Box/Box.gltf',
  'SimpleInstancing/SimpleInstancing.glb',
  'SimpleSparseAccessor/SimpleSparseAccessor.gltf',
  'MeshPrimitiveModes/MeshPrimitiveModes.gltf',
  'Fox/Fox.glb',
];

type Files = { readonly [path: string]: Uint8Array };

function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Up to three bytes of one file changed; digits stay digits, so that JSON often survives with wrong numbers. */
function damage(files: Files, random: (below: number) => number): Files {
  const names = Object.keys(files).filter((name) => /\.(?:glb|gltf|bin)$/.test(name));
  const name = names[random(names.length)] ?? '';
  const bytes = (files[name] ?? new Uint8Array(1)).slice();
  for (let k = random(3); k >= 0; k--) {
    const at = random(bytes.length);
    const old = bytes[at] ?? 0;
    bytes[at] = old >= 0x30 && old <= 0x39 ? 0x30 + random(10) : random(2) === 0 ? old ^ (1 << random(8)) : random(256);
  }
  return { ...files, [name]: bytes };
}

async function survives(
  path: string,
  files: Files,
  count: number,
  seed: number,
): Promise<{ compiled: number; refused: number }> {
  const random = randomFrom(seed);
  const result = { compiled: 0, refused: 0 };
  for (let i = 0; i < count; i++) {
    const settings = { mesh: { merge: random(3) > 0 } };
    const context = new TestContext({ path, input: damage(files, random), settings });
    try {
      await meshKind.compile(context);
      expect(validateHmesh(context.output('.hmesh'))).toEqual([]);
      result.compiled++;
    } catch (error) {
      if (!(error instanceof AssetError)) throw new Error(`round ${i} of seed ${seed}`, { cause: error });
      expect(error.diagnostic.file).toBe(path);
      expect(error.diagnostic.where).toBeDefined();
      result.refused++;
    }
  }
  return result;
}

describe('a damaged model', () => {
  it('compiles to something valid or is refused with its place', async () => {
    const builder = new GltfBuilder();
    addGrid(builder, 3);
    builder.node({ mesh: 0, children: [1], scale: [1, -2, 1] });
    builder.node({ mesh: 0 }, false);
    const { compiled, refused } = await survives('a.glb', { 'a.glb': builder.glb() }, 400, 1);
    expect(compiled).toBeGreaterThan(20);
    expect(refused).toBeGreaterThan(20);
  });

  it.skipIf(rounds === 0 || !existsSync(corpus)).each(FILES)(
    '%s, many times over',
    async (path) => {
      const files = Object.fromEntries(
        readdirSync(join(corpus, dirname(path))).map((name) => [
          `${dirname(path)}/${name}`,
          new Uint8Array(readFileSync(join(corpus, dirname(path), name))),
        ]),
      );
      await survives(path, files, rounds, 2);
    },
    3_600_000,
  );
});

// Poses of the C example, compared with those of three.js.

import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpusFolder } from '../../packages/compiler/src/testing/corpus.js';
import { GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { compileModel } from '../support/compile-model.js';
import { cCompiler, compile, root } from './c-compiler.js';
import { expectPoses } from './expect-poses.js';

let folder = '';
let program = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assetc-c-poses-'));
  program = join(folder, 'pose');
  if (cCompiler === undefined) return;
  const source = join(root, 'packages/formats/c/example/pose.c');
  expect(compile({ source, output: program, flags: ['-O1'] })).toBe('');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A strip bound to a chain of joints whose parents follow them, turned by linear and stepped keys. */
function chain(): GltfBuilder {
  const builder = new GltfBuilder();
  const count = 5;
  const nodes = Array.from({ length: count }, (_, i) =>
    builder.node(
      { translation: [0, i === count - 1 ? 0 : 1, 0], ...(i > 0 ? { children: [i - 1] } : {}) },
      i === count - 1,
    ),
  );
  const positions = Float32Array.from({ length: (count + 1) * 6 }, (_, i) => [i % 2, Math.floor(i / 2), 0][i % 3] ?? 0);
  for (let v = 0; v < positions.length / 3; v++) positions.set([v % 2, Math.floor(v / 2), 0], v * 3);
  const vertices = positions.length / 3;
  const numbers = Uint8Array.from({ length: vertices * 4 }, (_, i) => (i % 4 === 0 ? Math.min(count - 1, i >> 3) : 0));
  const weights = Float32Array.from({ length: vertices * 4 }, (_, i) => (i % 4 === 0 ? 1 : 0));
  const indices = Uint16Array.from({ length: (vertices - 2) * 3 }, (_, i) => Math.floor(i / 3) + (i % 3));
  const mesh = builder.mesh({
    attributes: {
      POSITION: builder.accessor(positions, 'VEC3'),
      JOINTS_0: builder.accessor(numbers, 'VEC4'),
      WEIGHTS_0: builder.accessor(weights, 'VEC4'),
    },
    indices: builder.accessor(indices, 'SCALAR'),
  });
  const skin = builder.list('skins', { joints: nodes });
  builder.node({ mesh, skin });
  const input = builder.accessor(Float32Array.of(0, 0.4, 1.1, 2), 'SCALAR');
  const turns = [0, 2.4, -1, 0.02].flatMap((angle) => [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)]);
  const output = builder.accessor(Float32Array.from(turns), 'VEC4');
  const samplers = [
    { input, output },
    { input, output, interpolation: 'STEP' },
  ];
  builder.list('animations', {
    name: 'turn',
    samplers,
    channels: nodes.map((node, i) => ({ sampler: i % 2, target: { node, path: 'rotation' } })),
  });
  return builder;
}

describe.skipIf(cCompiler === undefined)('poses in C', () => {
  it('of joints that come before their parents', async () => {
    const model = await compileModel({ path: 'a.glb', input: { 'a.glb': chain().glb() } });
    expect(expectPoses(program, model)).toBe(1);
  });

  const folder = join(corpusFolder, 'gltf');
  const found = (existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [])
    .filter((path) => /^(?:Fox|RecursiveSkeletons|SimpleSkin|BoxAnimated).*\.(?:gltf|glb)$/.test(path))
    .map((path) => ({ path: path.replaceAll('\\', '/') }));
  it.skipIf(found.length === 0).each(found)('of $path', async ({ path }) => {
    const model = await compileModel({ path, input: folder });
    expect(expectPoses(program, model)).toBeGreaterThan(0);
  });
});

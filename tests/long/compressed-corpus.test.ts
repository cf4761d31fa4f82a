// Every model of the corpus that compiles also compiles with compressed clips, and its keys stay as they are. Poses of both
// agree. In the short form a few models.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { decodeHanim, decodeHclip, decodeHmesh, type Hmesh, validateHclip } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { meshKind } from '../../packages/compiler/src/kinds/mesh/mesh-kind.js';
import { corpusFolder } from '../../packages/compiler/src/testing/corpus.js';
import { TestContext } from '../../packages/compiler/src/testing/test-context.js';
import { jointErrors } from '../../packages/viewer/src/views/animation/joint-errors.js';

const isLong = process.env.ASSETC_LONG !== undefined && process.env.ASSETC_LONG !== '';
const SOME = /BoxAnimated|max2009_cube_anim_6100_binary/;

const models = ['gltf', 'fbx'].flatMap((folder) =>
  existsSync(join(corpusFolder, folder))
    ? readdirSync(join(corpusFolder, folder), { recursive: true, encoding: 'utf8' })
        .map((name) => ({ folder, path: name.replaceAll('\\', '/') }))
        .filter(({ path }) => /\.(?:gltf|glb|fbx)$/i.test(path) && (isLong || SOME.test(path)))
        .sort((a, b) => (a.path < b.path ? -1 : 1))
    : [],
);

/** Undefined if it does not compile. */
async function compile(folder: string, path: string, compression: string): Promise<TestContext | undefined> {
  const context = new TestContext({
    path,
    input: join(corpusFolder, folder),
    settings: { animation: { compression } },
  });
  try {
    await meshKind.compile(context);
    return context;
  } catch {
    return undefined;
  }
}

/** Compares poses with those of the keys, by an evaluation that shares nothing with the compiler's. */
function expectNear(hclip: Uint8Array, hanim: Uint8Array, mesh: Hmesh): void {
  const keys = decodeHanim(hanim);
  for (const clip of decodeHclip(hclip)) {
    const same = keys.filter(({ name }) => name === clip.name);
    const [own] = same;
    if (own === undefined || same.length > 1) continue;
    const found = jointErrors(clip, own, mesh);
    // Floats of large models have steps above the error.
    const size = Math.max(...mesh.bounds.aabbMax.map(Math.abs), ...mesh.bounds.aabbMin.map(Math.abs));
    expect(found?.largest ?? 0, clip.name).toBeLessThanOrEqual(clip.error + 1e-5 + size * 1e-5);
  }
}

describe.skipIf(models.length === 0)('compressed clips of the corpus', () => {
  it.each(models)('$path', async ({ folder, path }) => {
    const plain = await compile(folder, path, 'none');
    if (plain === undefined) return;
    const both = await compile(folder, path, 'both');
    expect(both).toBeDefined();
    const bytesOf = (context: TestContext | undefined, suffix: string) =>
      context?.outputs.find((output) => output.suffix === suffix)?.bytes;
    for (const suffix of ['.hmesh', '.hanim', '.hanimx'])
      expect(bytesOf(both, suffix), suffix).toEqual(bytesOf(plain, suffix));
    const hclip = bytesOf(both, '.hclip');
    expect(hclip !== undefined).toBe(plain.outputs.some(({ suffix }) => /^\.hanimx?$/.test(suffix)));
    if (hclip === undefined) return;
    const mesh = decodeHmesh(plain.output('.hmesh'));
    expect(validateHclip(hclip, mesh.skin?.joints.length ?? 0, mesh.morphs?.targets.length ?? 0)).toEqual([]);
    expect(decodeHclip(hclip).length).toBeGreaterThan(0);
    const hanim = bytesOf(plain, '.hanim');
    if (hanim !== undefined) expectNear(hclip, hanim, mesh);
  });
});

// Damaged FBX files: each is compiled, or rejected with a file and a place. ASSETC_LONG=1 tries 50,000.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { validateHmesh } from '@assetc/formats';
import { expect, it } from 'vitest';
import { AssetError } from '../../packages/compiler/src/diagnostics/diagnostic.js';
import { importBytes } from '../../packages/compiler/src/importers/fbx/testing/run-import.js';
import { corpusFolder } from '../../packages/compiler/src/testing/corpus.js';
import { TestContext } from '../../packages/compiler/src/testing/test-context.js';
import { mutate, Random, rounds } from '../long/random.js';
import { brokenPromise } from './broken-scene.js';
import { everyForm } from './samples.js';

function corpus(): readonly Uint8Array[] {
  const folder = join(corpusFolder, 'fbx');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.fbx') && statSync(join(folder, name)).size < 60_000)
    .sort()
    .map((name) => new Uint8Array(readFileSync(join(folder, name))));
}

/** Imports and compiles it. */
async function faultOf(bytes: Uint8Array): Promise<string | undefined> {
  try {
    const broken = brokenPromise((await importBytes(bytes, { morphs: true, moreUvs: 1 })).model);
    if (broken !== undefined) return broken;
    const context = await new TestContext({ path: 'a.fbx', input: { 'a.fbx': bytes }, settings: {} }).compile();
    return validateHmesh(context.output('.hmesh'))[0]?.message;
  } catch (error) {
    if (!(error instanceof AssetError)) return `threw ${error instanceof Error ? error.stack : String(error)}`;
    const { file, where } = error.diagnostic;
    return file === undefined || where === undefined ? `was rejected without a place: ${error.message}` : undefined;
  }
}

const count = rounds(100, 50_000);

it('compiles the same model in every form', async () => {
  const outputs = new Set<string>();
  for (const bytes of everyForm()) {
    const context = await new TestContext({ path: 'a.fbx', input: { 'a.fbx': bytes }, settings: {} }).compile();
    outputs.add(Buffer.from(context.output('.hmesh')).toString('base64'));
  }
  expect(outputs.size).toBe(1);
});

it(`${count} damaged FBX files are compiled or rejected`, async () => {
  const samples = [...everyForm(), ...corpus()];
  const random = new Random(20261118);
  for (let round = 0; round < count; round++)
    expect(await faultOf(mutate(random.one(samples), random)), `round ${round}`).toBeUndefined();
}, 3_600_000);

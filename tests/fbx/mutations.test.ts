// Damaged FBX files: each becomes a scene that keeps its promises, or is rejected with a file and a place.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { AssetError } from '../../packages/compiler/src/diagnostics/diagnostic.js';
import { importBytes } from '../../packages/compiler/src/importers/fbx/testing/run-import.js';
import {
  element,
  geometry,
  model,
  scene,
  TRIANGLE,
} from '../../packages/compiler/src/importers/fbx/testing/sample-scene.js';
import { writeBinary, writeText } from '../../packages/compiler/src/importers/fbx/testing/write-fbx.js';
import { mutate, Random, rounds } from '../long/random.js';
import { brokenPromise } from './broken-scene.js';

function generated(): readonly Uint8Array[] {
  const uvs = element('LayerElementUV', 'ByPolygonVertex', 'IndexToDirect', { UV: [0, 0, 1, 1], UVIndex: [0, 1, 1] });
  const nodes = scene({
    objects: [
      model(1, 'A', 'Mesh', { 'Lcl Scaling': [1, 2, 3] }),
      geometry(2, { ...TRIANGLE, elements: [uvs] }),
      model(3, 'B'),
    ],
    connections: [
      [1, 0],
      [2, 1],
      [3, 1],
    ],
  });
  return [
    writeBinary(nodes),
    writeBinary(nodes, { version: 7700, deflates: true }),
    writeBinary(nodes, { isBigEndian: true }),
    Buffer.from(writeText(nodes)),
  ];
}

function corpus(): readonly Uint8Array[] {
  const folder = join(process.env.ASSETC_CORPUS ?? resolve(import.meta.dirname, '../../../shared/corpus'), 'fbx');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.fbx') && statSync(join(folder, name)).size < 60_000)
    .sort()
    .map((name) => new Uint8Array(readFileSync(join(folder, name))));
}

async function faultOf(bytes: Uint8Array): Promise<string | undefined> {
  try {
    return brokenPromise((await importBytes(bytes, { morphs: true, moreUvs: 1 })).model);
  } catch (error) {
    if (!(error instanceof AssetError)) return `threw ${error instanceof Error ? error.stack : String(error)}`;
    const { file, where } = error.diagnostic;
    return file === undefined || where === undefined ? `was rejected without a place: ${error.message}` : undefined;
  }
}

const count = rounds(400, 50_000);

it(
  `${count} damaged FBX files give a scene or a diagnostic`,
  async () => {
    const samples = [...generated(), ...corpus()];
    for (const [i, sample] of samples.entries()) expect(await faultOf(sample), `sample ${i}`).toBeUndefined();
    const random = new Random(20261118);
    for (let round = 0; round < count; round++)
      expect(await faultOf(mutate(random.one(samples), random)), `round ${round}`).toBeUndefined();
  },
  rounds(120_000, 3_600_000),
);

// The light of a compiled environment as assetc.h reads it, compared with the SDK.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  decodeKtx2,
  type EnvironmentLight,
  irradianceAt,
  levelOfRoughness,
  readEnvironmentLight,
  roughnessOfLevel,
} from '@assetc/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestContext } from '../../packages/compiler/src/testing/test-context.js';
import { makeHdr } from '../support/make-hdr.js';
import { cCompiler, compile, root, run } from './c-compiler.js';

const NORMALS = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
  [0.48, -0.6, 0.64],
  [-0.8, 0.36, -0.48],
] as const;

let folder = '';
let light: EnvironmentLight | undefined;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assetc-c-light-'));
  if (cCompiler === undefined) return;
  const source = join(root, 'tests/c-library/light.c');
  expect(compile({ source, output: join(folder, 'light') })).toBe('');
  // A red sun, a blue half and a greenish ground: all coefficients are different.
  const sky = makeHdr(64, 32, (x, y) =>
    x === 40 && y === 9 ? [4096, 64, 32] : [x / 64, y < 16 ? 0.25 : 1, 3 - y / 16],
  );
  const context = await new TestContext({ path: 'a.env.hdr', input: { 'a.env.hdr': sky } }).compile();
  for (const suffix of ['.env.ktx2', '.ibl.ktx2']) writeFileSync(join(folder, `a${suffix}`), context.output(suffix));
  light = readEnvironmentLight(decodeKtx2(context.output('.ibl.ktx2')));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function ask(file: string): readonly (readonly number[])[] {
  const normals = NORMALS.flat().map(String);
  const { status, stdout, stderr } = run(join(folder, 'light'), [join(folder, file), ...normals]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' ').map((number) => Math.fround(Number(number))));
}

describe.skipIf(cCompiler === undefined)('assetc_light', () => {
  it('has the levels, the roughness and the irradiance that the SDK has', () => {
    if (light === undefined) throw new Error('the file is no light');
    const { levelCount, irradiance } = light;
    const [count, roughness, levels, ...onto] = ask('a.ibl.ktx2');
    expect(count).toEqual([levelCount]);
    expect(roughness).toEqual(
      Array.from({ length: levelCount }, (_, level) => Math.fround(roughnessOfLevel(level, levelCount))),
    );
    expect(levels).toEqual([-1, 0, 0.25, 0.5, 1, 2].map((each) => levelOfRoughness(each, levelCount)));
    const most = Math.max(...irradiance.map(Math.abs));
    for (const [i, normal] of NORMALS.entries())
      for (const [channel, wanted] of irradianceAt(irradiance, normal).entries())
        expect(Math.abs((onto[i]?.[channel] ?? Number.NaN) - wanted)).toBeLessThan(most * 1e-6);
    // The sun stands at the right and in front: red from there, next to none from behind.
    const [right = [], , , , behind = []] = onto;
    expect(right[0]).toBeGreaterThan(2 * (behind[0] ?? 0));
  });

  it('finds none in the cube map', () => {
    expect(ask('a.env.ktx2')).toEqual([[Number.NaN]]);
  });
});

// Each rule of `audit:` on a file that passes and one that breaks it; levels and globs; and counts of glTF-Transform.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getBounds } from '@gltf-transform/core';
import { describe, expect, it } from 'vitest';
import { countNonManifold, weldPlaces } from '../../packages/compiler/src/inspect/audits/mesh-measures.js';
import { overlapShare } from '../../packages/compiler/src/inspect/audits/uv-overlap.js';
import { AUDIT_RULES, type AuditRuleName } from '../../packages/compiler/src/model/audit/audit-rules.js';
import { corpusFolder as corpus } from '../../packages/compiler/src/testing/corpus.js';
import { grid } from '../../packages/compiler/src/testing/gltf-builder.js';
import { drawsOf, readOracle } from '../support/gltf-oracle.js';
import { auditOf, CASES, entryOf, model } from './audited.js';

const isRule = (name: string): name is AuditRuleName => Object.hasOwn(AUDIT_RULES, name);
const RULES = Object.keys(AUDIT_RULES).filter(isRule);

describe.each(RULES)('the rule %s', (rule) => {
  const { pass, fail, limits, file, message } = CASES[rule];

  it('accepts a file', async () => expect(await auditOf(pass, [entryOf(rule, limits)])).toEqual([]));

  it('reports a file', async () =>
    expect(await auditOf(fail, [entryOf(rule, limits, 'error')])).toMatchObject([
      { severity: 'error', file, message },
    ]));
});

it('counts the last entry that matches a file', async () => {
  const sources = { 'props/a.gltf': model({}), 'props/b.gltf': model({}), 'c.gltf': model({}) };
  const strict = { max: 1 };
  const found = await auditOf(sources, [
    entryOf('triangles', strict, 'error'),
    entryOf('triangles', strict, 'warn', 'props/*'),
    entryOf('triangles', strict, 'off', 'props/b*'),
  ]);
  expect(found.map(({ file, severity }) => [file, severity])).toEqual([
    ['c.hmesh', 'error'],
    ['props/a.hmesh', 'warning'],
  ]);
});

describe('measures', () => {
  it('weld places, whatever the sign of zero', () => {
    expect([...weldPlaces(Float32Array.of(0, 1, 2, -0, 1, 2, 0, 1, 3, 0, 1, 2))]).toEqual([0, 0, 2, 0]);
  });

  it('find no overlap and no edge of three triangles in a grid, and both in a doubled one', () => {
    const { positions, uvs, indices } = grid(40);
    const unwrapped = uvs.map((uv, i) => uv / (i % 2 === 0 ? 3 : 2.2));
    const once = { positions, uvs: unwrapped, indices };
    const all = [{ firstIndex: 0, indexCount: indices.length }];
    expect([overlapShare(once, all), countNonManifold(once, all)]).toEqual([0, 0]);
    const twice = { ...once, indices: Uint32Array.of(...indices, ...indices) };
    const doubled = [{ firstIndex: 0, indexCount: indices.length * 2 }];
    expect(overlapShare(twice, doubled)).toBe(1);
    // Inner edges have four, those of the rim two.
    expect(countNonManifold(twice, doubled)).toBe(40 * 40 + 2 * 40 * 39);
  });
});

/** Every figure is provoked by a limit just below it. */
describe.each([
  'Box/Box.gltf',
  'BoxInterleaved/BoxInterleaved.gltf',
  'CompareClearcoat/CompareClearcoat.glb',
  'SunglassesKhronos/SunglassesKhronos.gltf',
])('of %s', (name) => {
  const path = join(corpus, 'gltf', name);

  it.skipIf(!existsSync(path))('reports the counts of glTF-Transform', async () => {
    const document = await readOracle(path);
    const draws = drawsOf(document);
    const triangles = draws.reduce((sum, { corners }) => sum + corners.length / 24, 0);
    const materials = new Set(draws.map(({ material }) => material)).size;
    const scene = document.getRoot().getDefaultScene() ?? document.getRoot().listScenes()[0];
    if (scene === undefined) throw new Error('it has no scene');
    const { min, max } = getBounds(scene);
    const longest = Math.max(...max.map((high, i) => high - (min[i] ?? 0)));
    const folder = dirname(path);
    const sources = Object.fromEntries(
      readdirSync(folder).map((each) => [each, new Uint8Array(readFileSync(join(folder, each)))]),
    );
    const found = await auditOf(sources, [
      entryOf('triangles', { max: triangles - 1 }),
      entryOf('materials', { max: materials - 1 }),
      entryOf('dimensions', { max: longest * 0.9999 }),
    ]);
    expect(found.map(({ code, message }) => `${code} ${/\d[\d.]*/.exec(message)?.[0]}`)).toEqual([
      `audit/triangles ${triangles}`,
      `audit/materials ${materials}`,
      `audit/dimensions ${Number(longest.toPrecision(4))}`,
    ]);
    expect(
      await auditOf(sources, [entryOf('triangles', { max: triangles }), entryOf('materials', { max: materials })]),
    ).toEqual([]);
  });
});

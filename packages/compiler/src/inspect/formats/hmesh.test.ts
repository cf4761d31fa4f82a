// The description of a mesh with every chunk, of one without vertices, and of clips of weights.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hanimxFormat } from './hanim.js';
import { hmeshFormat } from './hmesh.js';

const folder = resolve(import.meta.dirname, '../../../../formats/goldens');
const read = (name: string) => new Uint8Array(readFileSync(resolve(folder, name)));

describe('info of a mesh', () => {
  it('describes the optional chunks', () => {
    const { facts, statements } = hmeshFormat.describe(read('quad-full.hmesh'));
    expect(facts).toMatchObject({
      names: { submeshes: ['Sitz', ''], joints: ['Hüfte', 'root'], targets: ['smile', 'blink', 'smile'] },
      lodErrors: [0.25, 0.5],
      colors: 'float16',
      uvSets: 2,
      morphTargets: 3,
      morphedVertices: 5,
      points: 3,
      lines: 2,
    });
    expect(statements.slice(-7)).toEqual([
      'LOD errors 0.25, 0.5',
      'colors (RGBA16F)',
      '2 UV sets',
      '3 morph targets (smile, blink)',
      '3 points',
      '2 lines',
      'with names',
    ]);
  });

  it('describes other forms of vertices and indices, with the errors of compact ones', () => {
    const compact = hmeshFormat.describe(read('quad-compact.hmesh'));
    expect(compact.facts).toMatchObject({
      vertexBytes: 16,
      streams: 1,
      gridStep: 2 ** -14,
      errors: { normal: 0.0078125 },
    });
    expect(compact.statements).toContain('compact vertices');
    const split = hmeshFormat.describe(read('quad-split.hmesh'));
    expect(split.facts).toMatchObject({ vertexBytes: 28, streams: 2, narrowIndices: true });
    expect(split.statements).toEqual(expect.arrayContaining(['positions in their own stream', 'narrow indices']));
    expect(hmeshFormat.describe(read('quad-full.hmesh')).facts).not.toHaveProperty('streams');
  });

  it('lists compressed chunks with codec and sizes', () => {
    const bytes = read('grid-compressed.hmesh');
    const { facts, statements } = hmeshFormat.describe(bytes);
    expect(facts.compressed).toMatchObject([
      { name: 'vtxs', codec: 'vertices', rawBytes: 2800 },
      { name: 'idxs', codec: 'triangles', rawBytes: 972 },
      { name: 'mlts', codec: 'meshlets' },
      { name: 'mlbn', codec: 'vertices' },
    ]);
    expect(statements.at(-1)).toMatch(
      /^compressed to [\d,]+ of [\d,]+ bytes \(vtxs by vertices [\d,]+ of 2,800, idxs by /,
    );
    expect(hmeshFormat.describe(read('quad.hmesh')).facts.compressed).toBeUndefined();
  });

  it('mentions triangles as words', () => {
    const { facts, statements } = hmeshFormat.describe(read('quad-words.hmesh'));
    expect(facts).toMatchObject({ triangleWords: true });
    expect(statements.at(-1)).toBe('meshlet triangles as words');
  });

  it('does not mention absent chunks', () => {
    const { facts, statements } = hmeshFormat.describe(read('quad.hmesh'));
    for (const name of ['with names', 'lodErrors', 'colors', 'uvSets', 'morphTargets', 'points', 'triangleWords'])
      expect(facts).not.toHaveProperty(name);
    expect(statements.at(-1)).toBe('tangents');
  });

  it('describes a skeleton without vertices', () => {
    const { facts } = hmeshFormat.describe(read('skeleton.hmesh'));
    expect(facts).toMatchObject({ vertices: 0, triangles: 0, submeshes: 1, joints: 2, names: { submeshes: [''] } });
  });
});

it('info of clips of weights lists them like others', () => {
  expect(hanimxFormat.describe(read('blink.hanimx')).statements).toEqual([
    '2 clips',
    '2 channels',
    '1.5 s',
    '"Läuft": 2 channels, 1.5 s',
    '"": 0 channels, 0 s',
  ]);
});

import { describe, expect, it } from 'vitest';
import { hashRef } from './hash-ref.js';
import { materialLeaves, materialRef, normalizeRef, pathRef, sourceRef, textureRef } from './source-ref.js';

describe('sourceRef', () => {
  it.each([
    ['Models/Chair.glb', 'models/chair'],
    ['brick.n.png', 'brick.n'],
    ['a.b/c', 'a.b/c'],
    ['a.b/c.d', 'a.b/c'],
    ['.hidden', '.hidden'],
    ['Bär/ÄRA.glb', 'bär/Ära'],
  ])('%s → %s', (path, ref) => {
    expect(sourceRef(path)).toBe(ref);
  });

  it('is the same however the disk spells a letter', () => {
    expect(sourceRef('Cafe\u0301.glb')).toBe('caf\u00e9');
    expect(sourceRef('E\u0301.glb')).toBe(sourceRef('\u00c9.glb'));
  });

  it('stays normalized after lowercasing', () => {
    expect(sourceRef('H\u0331.glb')).toBe('\u1e96');
    expect(normalizeRef(normalizeRef('H\u0331'))).toBe(normalizeRef('H\u0331'));
  });
});

describe('material refs', () => {
  const source = sourceRef('models/chair.glb');
  const leaves = materialLeaves(['Wood', '', 'Leather', 'Wood']);

  it('takes a name only where it is unique', () => {
    expect(leaves).toEqual(['material_0', 'material_1', 'leather', 'material_3']);
    expect(materialLeaves(['Wood', 'wOOD', undefined, 'Oak'])).toEqual([
      'material_0',
      'material_1',
      'material_2',
      'oak',
    ]);
    expect(materialLeaves(['Caf\u00e9', 'cafe\u0301'])).toEqual(['material_0', 'material_1']);
  });

  it('hashes source and leaf', () => {
    expect([2, 0].map((i) => materialRef(source, leaves[i] ?? ''))).toEqual([
      hashRef('models/chair/leather'),
      hashRef('models/chair/material_0'),
    ]);
    expect(leaves.map((leaf) => materialRef(source, leaf))).toEqual(
      ['material_0', 'material_1', 'leather', 'material_3'].map((leaf) => hashRef(`models/chair/${leaf}`)),
    );
  });
});

describe('texture and path refs', () => {
  it('names an image of a model by its index', () => {
    expect(textureRef('models/chair', 3)).toBe(hashRef('models/chair/tex_3'));
  });

  it('keeps the extension of a path', () => {
    expect(pathRef('Scene/Level.json')).toBe(hashRef('scene/level.json'));
    expect(pathRef('cafe\u0301.json')).toBe(hashRef('caf\u00e9.json'));
  });
});

// Golden meshes with compressed chunks: the encoders give their bytes, and they decode to their twins.

import { describe, expect, it } from 'vitest';
import { wordsMesh } from '../../testing/full-mesh.js';
import { GOLDEN_LIMIT_BYTES, readGolden, readTwin, toTwin, writeGoldenIfAsked } from '../../testing/golden.js';
import { gridMesh } from '../../testing/grid-mesh.js';
import { ENCODERS } from '../../testing/mesh-encoders.js';
import { encodeHmesh } from '../encode.js';
import { decodeHmesh } from '../read.js';
import { validateHmesh } from '../validate.js';
import { compressHmesh } from './compress.js';

describe.each([
  ['grid-compressed', () => gridMesh(9)],
  ['quad-compressed', wordsMesh],
] as const)('the golden mesh %s', (name, model) => {
  it('decodes to its twin, and is what the encoders give', () => {
    const bytes = compressHmesh(encodeHmesh(model()), ENCODERS);
    writeGoldenIfAsked(`${name}.hmesh`, bytes);
    writeGoldenIfAsked(`${name}.json`, `${JSON.stringify(toTwin(decodeHmesh(bytes)), null, 1)}\n`);
    const golden = readGolden(`${name}.hmesh`);
    expect(golden.length).toBeLessThanOrEqual(GOLDEN_LIMIT_BYTES);
    expect(toTwin(decodeHmesh(golden))).toEqual(readTwin(`${name}.json`));
    expect(golden).toEqual(bytes);
    expect(validateHmesh(golden)).toEqual([]);
  });
});

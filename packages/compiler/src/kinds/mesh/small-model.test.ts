import { describe, expect, it } from 'vitest';
import { isSmallModel } from './small-model.js';

const BUFFER = { byteLength: 36, uri: `data:application/octet-stream;base64,${'A'.repeat(48)}` };
const ACCESSOR = { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' };

const model = (parts: object = {}): string =>
  JSON.stringify({
    asset: { version: '2.0' },
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [ACCESSOR],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    buffers: [BUFFER],
    ...parts,
  });

const isSmall = (text: string): boolean => isSmallModel(new TextEncoder().encode(text));

describe('isSmallModel', () => {
  it('accepts a short self-contained glTF in any spelling', () => {
    expect(isSmall(model())).toBe(true);
    expect(isSmall(JSON.stringify(JSON.parse(model()), null, 4))).toBe(true);
    expect(isSmall(model({ images: [{ uri: 'data:image/png;base64,AAAA' }] }))).toBe(true);
  });

  it('accepts a short GLB', () => {
    const json = Buffer.from(model({ buffers: [{ byteLength: 36 }] }));
    const glb = Buffer.concat([Buffer.from('glTF'), Buffer.alloc(16), json, Buffer.alloc(44)]);
    expect(isSmallModel(glb)).toBe(true);
  });

  it.each([
    ['whose buffer is another file', model({ buffers: [{ byteLength: 36, uri: 'huge.bin' }] })],
    ['with a count of many digits', model({ accessors: [{ ...ACCESSOR, count: 100_000_000 }] })],
    ['with a count that is written otherwise', model().replace('"count":3', '"count":3e8')],
    ['with a count that no number is', model().replace('"count":3', '"count":"3"')],
    [
      'with many counts of some size',
      model({ accessors: Array.from({ length: 20 }, () => ({ ...ACCESSOR, count: 999 })) }),
    ],
    ['that lays out more than it has', model({ bufferViews: [{ buffer: 0, byteLength: 36, byteStride: 4_000_000 }] })],
    ['with a name that is spelt by an escape', model().replace('"count":3', '"c\\u006funt":300000000')],
    ['that is long', model({ extras: 'x'.repeat(9000) })],
    ['that is no glTF at all', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'],
  ])('leaves one %s to a thread', (_, text) => {
    expect(isSmall(text)).toBe(false);
  });
});

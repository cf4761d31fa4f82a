import { FormatError } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { materialModel, prefabModel, vkguideSamples } from '../testing/vkguide-samples.js';
import { encodeAssetFile } from './encode-container.js';
import { encodeVkguideMaterial } from './encode-material.js';
import { encodeVkguidePrefab } from './encode-prefab.js';
import { formatTextAsset } from './encode-text.js';
import { decodeAssetFile } from './read-container.js';
import { readVkguideMaterial } from './read-material.js';
import { readVkguidePrefab } from './read-prefab.js';
import { isTextAsset, parseTextAsset, textAssetFile } from './read-text.js';
import { validateTextAsset } from './validate.js';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const json = (value: unknown): Uint8Array => bytesOf(JSON.stringify(value));

describe('the text form', () => {
  it.each(Object.entries(vkguideSamples))('of %s turns back into the same binary file', (_, make) => {
    const file = decodeAssetFile(make());
    const text = formatTextAsset(file, file.blob.length > 0 ? 'blob.bin' : undefined);
    const asset = parseTextAsset(bytesOf(text));
    const blob = asset.blobName === undefined ? undefined : file.blob;
    const back = textAssetFile(asset, blob);
    expect(encodeAssetFile(back)).toEqual(make());
    expect(validateTextAsset(bytesOf(text), blob)).toEqual([]);
    expect(isTextAsset(bytesOf(text))).toBe(true);
    expect(isTextAsset(make())).toBe(false);
  });

  it('of a prefab may hold its matrices', () => {
    const text = formatTextAsset(decodeAssetFile(encodeVkguidePrefab(prefabModel())));
    expect(text).toContain('"matrices"');
    const back = readVkguidePrefab(textAssetFile(parseTextAsset(bytesOf(text)), undefined));
    expect(back).toEqual(prefabModel());
  });

  it('of a material is what a person would write', () => {
    const text = formatTextAsset(decodeAssetFile(encodeVkguideMaterial(materialModel())));
    expect(text).toBe(`{
  "type": "MATX",
  "version": 1,
  "baseEffect": "texturedPBR_opaque",
  "textures": {
    "baseColor": "models/chair/tex_0.tx",
    "normals": "models/chair/tex_1.tx"
  },
  "customProperties": {
    "roughness": "0.5"
  },
  "transparency": "masked"
}
`);
    expect(readVkguideMaterial(textAssetFile(parseTextAsset(bytesOf(text)), undefined))).toEqual(materialModel());
  });

  it('takes any type and version, and a later version of ours for what it is', () => {
    const asset = parseTextAsset(json({ type: 'SNDS', version: 3, rate: 48000 }));
    expect(asset).toMatchObject({ type: 'SNDS', version: 3, metadata: { rate: 48000 } });
    expect(JSON.parse(formatTextAsset(textAssetFile(asset, undefined)))).toEqual({
      type: 'SNDS',
      version: 3,
      rate: 48000,
    });
    expect(validateTextAsset(json({ ...good, version: 2 }), undefined)).toMatchObject([
      { code: 'bad-version', field: 'json.version' },
    ]);
  });

  const good = { type: 'MATX', version: 1, baseEffect: 'a', textures: {}, customProperties: {} };
  const nodes = { node_matrices: [], node_names: [], node_parents: [], node_meshes: [] };
  it.each<[string, Uint8Array, string]>([
    ['text that is not JSON', bytesOf('{'), 'bad-text json'],
    ['text that is not UTF-8', Uint8Array.of(0x7b, 0xff), 'bad-text file'],
    ['no type', json({ version: 1 }), 'missing json.type'],
    ['a type of three characters', json({ ...good, type: 'SND' }), 'bad-value json.type'],
    ['a version of more than 32 bits', json({ ...good, version: 2 ** 32 }), 'bad-value json.version'],
    ['a blob outside the folder', json({ ...good, blob: '../x' }), 'bad-value json.blob'],
    ['a blob in another folder', json({ ...good, blob: 'a/b' }), 'bad-value json.blob'],
    ['matrices of a material', json({ ...good, matrices: [] }), 'bad-value json.matrices'],
    [
      'matrices besides a blob',
      json({ type: 'PRFB', version: 1, ...nodes, blob: 'a', matrices: [] }),
      'bad-value json.matrices',
    ],
    [
      'a matrix of fifteen numbers',
      json({ type: 'PRFB', version: 1, ...nodes, matrices: [Array(15).fill(0)] }),
      'bad-value json.matrices',
    ],
    [
      'a matrix of strings',
      json({ type: 'PRFB', version: 1, ...nodes, matrices: [Array(16).fill('0')] }),
      'bad-value json.matrices',
    ],
  ])('is refused with %s', (_, bytes, wanted) => {
    expect(validateTextAsset(bytes, undefined).map(({ code, field }) => `${code} ${field}`)).toContain(wanted);
    expect(() => parseTextAsset(bytes)).toThrow(FormatError);
  });

  it('is reported when its blob is missing', () => {
    const file = decodeAssetFile(vkguideSamples['pncv.mesh']?.() ?? new Uint8Array(0));
    const text = bytesOf(formatTextAsset(file, 'chair.bin'));
    expect(validateTextAsset(text, undefined)).toMatchObject([{ code: 'missing', field: 'json.blob' }]);
    expect(() => formatTextAsset(file)).toThrow('needs a blob name');
  });
});

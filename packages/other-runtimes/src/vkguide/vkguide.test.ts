import { FormatError } from '@assetc/formats';
import fc from 'fast-check';
import { decompressBlock } from 'lz4js';
import { describe, expect, it } from 'vitest';
import { survivesDamage } from '../../../formats/src/testing/damage.js';
import { readGolden, readTwin, toTwin, writeGoldenIfAsked } from '../testing/golden.js';
import {
  attributes,
  materialModel,
  meshModel,
  prefabModel,
  textureModel,
  vkguideSamples,
} from '../testing/vkguide-samples.js';
import { encodeAssetFile } from './encode-container.js';
import { encodeVkguideMaterial } from './encode-material.js';
import { encodeVkguideMesh, vkguideBounds } from './encode-mesh.js';
import { encodeVkguidePrefab } from './encode-prefab.js';
import { encodeVkguideTexture } from './encode-texture.js';
import type { JsonObject } from './json-fields.js';
import { VKGUIDE_VERTEX_FORMATS } from './layout.js';
import { packVkguideVertices } from './pack-vertices.js';
import { decodeAssetFile } from './read-container.js';
import { decodeVkguideMaterial } from './read-material.js';
import { decodeVkguideMesh } from './read-mesh.js';
import { decodeVkguidePrefab } from './read-prefab.js';
import { decodeVkguideTexture, readVkguidePage } from './read-texture.js';
import { unpackVkguideVertices } from './unpack-vertices.js';
import { validateVkguide } from './validate.js';

const READERS: Readonly<Record<string, (bytes: Uint8Array) => unknown>> = {
  TEXI: (bytes) => {
    const texture = decodeVkguideTexture(bytes);
    return { ...texture, pages: texture.pages.map((page) => ({ ...page, pixels: readVkguidePage(page) })) };
  },
  MESH: decodeVkguideMesh,
  MATX: decodeVkguideMaterial,
  PRFB: decodeVkguidePrefab,
};
const decodeAny = (bytes: Uint8Array) => (READERS[decodeAssetFile(bytes).type] ?? decodeAssetFile)(bytes);

describe('vkguide goldens', () => {
  it.each(Object.entries(vkguideSamples))('%s keeps its bytes and its twin', (name, make) => {
    const bytes = make();
    const twin = toTwin(decodeAny(bytes));
    const twinName = `vkguide-${name.replace('.', '-')}.json`;
    writeGoldenIfAsked(`vkguide-${name}`, bytes);
    writeGoldenIfAsked(twinName, `${JSON.stringify(twin, null, 1)}\n`);
    expect(bytes).toEqual(readGolden(`vkguide-${name}`));
    expect(twin).toEqual(readTwin(twinName));
    expect(validateVkguide(bytes)).toEqual([]);
  });

  it.each(Object.entries(vkguideSamples))('%s survives every truncation and every flipped bit', (_, make) => {
    // A block of LZ4 may rightly grow 255 times.
    const subject = { bytes: make(), decode: decodeAny, validate: validateVkguide, allocationFactor: 600 };
    const report = survivesDamage(subject);
    expect(report.broken).toEqual([]);
    expect(report.refused).toBeGreaterThan(100);
  });
});

const picture = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 })).chain(([width, height]) =>
  fc.record({
    width: fc.constant(width),
    height: fc.constant(height),
    pixels: fc.uint8Array({ minLength: width * height * 4, maxLength: width * height * 4 }),
  }),
);

describe('vkguide textures', () => {
  it('give back their pixels in the original form', () => {
    fc.assert(
      fc.property(picture, fc.constantFrom('LZ4', 'None'), (level, compression) => {
        const bytes = encodeVkguideTexture({ paged: false, originalFile: 'a.png', compression, levels: [level] });
        const { pages, paged } = decodeVkguideTexture(bytes);
        expect(paged).toBe(false);
        expect(pages.map((page) => [page.width, page.height, readVkguidePage(page)])).toEqual([
          [level.width, level.height, level.pixels],
        ]);
        expect(validateVkguide(bytes)).toEqual([]);
      }),
    );
  });

  it('give back every page, each compressed, each readable by another LZ4', () => {
    const bytes = encodeVkguideTexture(textureModel(true));
    const { pages } = decodeVkguideTexture(bytes);
    expect(pages.map(readVkguidePage)).toEqual(textureModel(true).levels.map((level) => level.pixels));
    for (const [i, page] of pages.entries()) {
      expect(page.compressed).toBe(true);
      const out = new Uint8Array(page.originalSize);
      expect(decompressBlock(page.stored, out, 0, page.stored.length, 0)).toBe(page.originalSize);
      expect(out).toEqual(textureModel(true).levels[i]?.pixels);
    }
  });

  it('never write a page whose two sizes are equal, which a loader would take for stored', () => {
    fc.assert(
      fc.property(picture, (level) => {
        const bytes = encodeVkguideTexture({ paged: true, originalFile: 'a', levels: [level] });
        const [page] = decodeVkguideTexture(bytes).pages;
        expect(page?.stored.length).not.toBe(page?.originalSize);
        expect(page && readVkguidePage(page)).toEqual(level.pixels);
      }),
      { numRuns: 300 },
    );
  });

  it('read a stored page of another writer', () => {
    const stored = Uint8Array.of(1, 2, 3, 4);
    const bytes = encodeAssetFile({
      type: 'TEXI',
      metadata: {
        format: 'RGBA8',
        buffer_size: 4,
        original_file: 'a',
        compression: 'LZ4',
        pages: [{ compressed_size: 4, original_size: 4, width: 1, height: 1 }],
      },
      blob: stored,
    });
    expect(decodeVkguideTexture(bytes).pages.map(readVkguidePage)).toEqual([stored]);
  });
});

describe('vkguide meshes', () => {
  it.each(VKGUIDE_VERTEX_FORMATS)('give back %s vertices and indices', (format) => {
    for (const wide of [false, true]) {
      for (const compression of ['LZ4', 'None'] as const) {
        const model = { ...meshModel(format, wide), compression };
        const mesh = decodeVkguideMesh(encodeVkguideMesh(model));
        expect(mesh).toMatchObject({ ...model, vertexCount: 4 });
        expect(validateVkguide(encodeVkguideMesh(model))).toEqual([]);
      }
    }
  });

  it('pack attributes exactly in PNCV_F32 and within a step in P32N8C8V16', () => {
    expect(unpackVkguideVertices(packVkguideVertices(attributes(), 'PNCV_F32'), 'PNCV_F32')).toEqual(attributes());
    const bytes = packVkguideVertices(attributes(), 'P32N8C8V16');
    expect([...bytes.subarray(12, 18)]).toEqual([127, 127, 255, 255, 255, 255]);
    const back = unpackVkguideVertices(bytes, 'P32N8C8V16');
    expect(back.positions).toEqual(attributes().positions);
    expect(back.uvs).toEqual(attributes().uvs);
    for (const [i, value] of attributes().normals.entries()) {
      expect(Math.abs((back.normals[i] ?? 0) - value)).toBeLessThanOrEqual(2 / 255);
    }
  });

  it('have right bounds when every coordinate is negative', () => {
    const { origin, radius, extents } = vkguideBounds(attributes().positions);
    expect(origin).toEqual([-3, -2, -3.5]);
    expect(extents).toEqual([1, 1, 1.5]);
    expect(radius).toBeCloseTo(Math.sqrt(1 + 1 + 2.25), 6);
    expect(vkguideBounds(new Float32Array(0))).toEqual({ origin: [0, 0, 0], radius: 0, extents: [0, 0, 0] });
  });
});

const word = fc.string({ unit: 'grapheme', maxLength: 8 });
const id = fc.nat(20);
const mapOf = <T>(value: fc.Arbitrary<T>) =>
  fc.array(fc.tuple(id, value), { maxLength: 8 }).map((list) => new Map(list));

describe('vkguide materials and prefabs', () => {
  it('round-trip any strings', () => {
    const strings = fc.array(fc.tuple(word, word), { maxLength: 5 }).map((list) => new Map(list));
    const material = fc.record({
      baseEffect: word,
      textures: strings,
      customProperties: strings,
      transparency: fc.constantFrom('opaque', 'transparent', 'masked'),
    });
    fc.assert(
      fc.property(material, (model) => {
        const bytes = encodeVkguideMaterial(model);
        expect(decodeVkguideMaterial(bytes)).toEqual(model);
        expect(validateVkguide(bytes)).toEqual([]);
      }),
    );
  });

  it('keep "__proto__" a plain key', () => {
    const model = { ...materialModel(), textures: new Map([['__proto__', 'x']]) };
    expect(decodeVkguideMaterial(encodeVkguideMaterial(model)).textures).toEqual(model.textures);
  });

  it('round-trip node lists of any order', () => {
    const prefab = fc.record({
      nodeMatrices: mapOf(fc.nat(5)),
      nodeNames: mapOf(word),
      nodeParents: mapOf(id),
      nodeMeshes: mapOf(fc.record({ meshPath: word, materialPath: word })),
      matrices: fc.float32Array({ minLength: 32, maxLength: 32, noNaN: true }),
    });
    fc.assert(
      fc.property(prefab, (model) => {
        expect(decodeVkguidePrefab(encodeVkguidePrefab(model))).toEqual(model);
      }),
    );
  });

  it('write opaque materials without a transparency', () => {
    const bytes = encodeVkguideMaterial({ ...materialModel(), transparency: 'opaque' });
    expect(Object.keys(decodeAssetFile(bytes).metadata)).toEqual(['baseEffect', 'textures', 'customProperties']);
  });
});

const texture: JsonObject = {
  format: 'RGBA8',
  width: 1,
  height: 1,
  buffer_size: 4,
  original_file: 'a.png',
  compression: 'None',
};
const page = { compressed_size: 4, original_size: 4, width: 1, height: 1 };
const { width: _w, height: _h, ...untiled } = texture;
const tx = (change: JsonObject, blob = new Uint8Array(4)) =>
  encodeAssetFile({ type: 'TEXI', metadata: { ...texture, ...change }, blob });
const paged = (pages: readonly JsonObject[], change: JsonObject = {}, blob = 4 * pages.length) =>
  encodeAssetFile({
    type: 'TEXI',
    metadata: { ...untiled, buffer_size: 4 * pages.length, pages, ...change },
    blob: new Uint8Array(blob),
  });
const meshJson = decodeAssetFile(encodeVkguideMesh({ ...meshModel(), compression: 'None' }));
const mesh = (change: JsonObject, edit?: (view: DataView) => void) => {
  const blob = meshJson.blob.slice();
  edit?.(new DataView(blob.buffer));
  return encodeAssetFile({ type: 'MESH', metadata: { ...meshJson.metadata, ...change }, blob });
};
const material = (change: JsonObject, blob = 0) => {
  const { metadata } = decodeAssetFile(encodeVkguideMaterial(materialModel()));
  return encodeAssetFile({ type: 'MATX', metadata: { ...metadata, ...change }, blob: new Uint8Array(blob) });
};
const prefab = (change: JsonObject, blob = decodeAssetFile(encodeVkguidePrefab(prefabModel())).blob) => {
  const { metadata } = decodeAssetFile(encodeVkguidePrefab(prefabModel()));
  return encodeAssetFile({ type: 'PRFB', metadata: { ...metadata, ...change }, blob });
};
const without = (bytes: Uint8Array, key: string) => {
  const { type, metadata, blob } = decodeAssetFile(bytes);
  return encodeAssetFile({
    type,
    metadata: Object.fromEntries(Object.entries(metadata).filter(([name]) => name !== key)),
    blob,
  });
};
const header = (at: number, value: number) => {
  const bytes = tx({});
  new DataView(bytes.buffer).setUint32(at, value, true);
  return bytes;
};
const withJson = (text: string) => {
  const json = new TextEncoder().encode(text);
  const bytes = new Uint8Array(16 + json.length);
  bytes.set(new TextEncoder().encode('MATX'));
  new DataView(bytes.buffer).setUint32(4, 1, true);
  new DataView(bytes.buffer).setUint32(8, json.length, true);
  bytes.set(json, 16);
  return bytes;
};
const meta = { mesh_path: 'a', material_path: 'b' };

describe('validateVkguide rejects', () => {
  it.each<[string, Uint8Array, string, 'decodes'?]>([
    ['an unknown type', header(0, 1), 'bad-magic VkguideHeader.magic'],
    ['another version', header(4, 2), 'bad-version VkguideHeader.version'],
    ['JSON beyond the file', header(8, 9999), 'truncated VkguideHeader'],
    ['a blob beyond the file', header(12, 5), 'truncated VkguideHeader'],
    ['bytes after the blob', header(12, 3), 'trailing-bytes file'],
    ['a short header', header(0, 1).subarray(0, 15), 'truncated VkguideHeader'],
    ['text that is not JSON', withJson('{"a":'), 'bad-text json'],
    ['JSON that is no object', withJson('[]'), 'bad-value json'],
    ['an unknown pixel format', tx({ format: 'BC7' }), 'bad-value json.format'],
    ['a format that is no string', tx({ format: 8 }), 'bad-value json.format'],
    ['a texture without width', without(tx({}), 'width'), 'missing json.width'],
    ['a texture without height', without(tx({}), 'height'), 'missing json.height'],
    ['a texture without original_file', without(tx({}), 'original_file'), 'missing json.original_file'],
    ['a width of 0', tx({ width: 0 }), 'bad-value json.width'],
    ['a width that is not whole', tx({ width: 0.5 }), 'bad-value json.width'],
    ['a buffer_size that is not the image’s', tx({ buffer_size: 8 }), 'bad-value json.buffer_size'],
    ['an unknown compression', tx({ compression: 'ZSTD' }), 'bad-value json.compression'],
    ['an uncompressed blob of another size', tx({}, new Uint8Array(5)), 'bad-value json.buffer_size'],
    ['a broken LZ4 block', tx({ compression: 'LZ4' }), 'bad-value pages[0]', 'decodes'],
    ['no page', paged([]), 'bad-value json.pages'],
    ['pages that are no list', paged([], { pages: 1 }), 'bad-value json.pages'],
    ['a page that is no object', paged([], { pages: [1] }), 'bad-value json.pages[0]'],
    ['a page of another size', paged([{ ...page, original_size: 8 }]), 'bad-value json.pages[0].original_size'],
    ['a page beyond the blob', paged([page], {}, 3), 'bad-value json.pages[0].compressed_size'],
    [
      'an uncompressed page that shrank',
      paged([{ ...page, compressed_size: 3 }]),
      'bad-value json.pages[0].compressed_size',
    ],
    ['bytes after the pages', paged([page], {}, 5), 'trailing-bytes blob'],
    [
      'pages that are not a mip chain',
      paged([{ ...page, width: 4, original_size: 16, compressed_size: 16 }, page], { buffer_size: 20 }, 20),
      'bad-value json.pages[1].width',
    ],
    ['a buffer_size that is not the pages’', paged([page], { buffer_size: 5 }), 'bad-value json.buffer_size'],
    ['an unknown vertex format', mesh({ vertex_format: 'X' }), 'bad-value json.vertex_format'],
    ['half a vertex', mesh({ vertex_buffer_size: 175 }), 'bad-value json.vertex_buffer_size'],
    ['half a triangle', mesh({ index_buffer_size: 10 }), 'bad-value json.index_buffer_size'],
    ['an index size of 3', mesh({ index_size: 3 }), 'bad-value json.index_size'],
    ['buffers larger than the blob', mesh({ vertex_buffer_size: 220 }), 'bad-value json.vertex_buffer_size'],
    ['more than LZ4 could hold', mesh({ compression: 'LZ4', vertex_buffer_size: 44e12 }), 'bad-value blob'],
    ['bounds of six numbers', mesh({ bounds: [1, 2, 3, 4, 5, 6] }), 'bad-value json.bounds'],
    ['bounds with a string', mesh({ bounds: [1, 2, 3, 4, 5, 6, 'x'] }), 'bad-value json.bounds'],
    ['a negative radius', mesh({ bounds: [-3, -2, -3.5, -9, 1, 1, 1.5] }), 'bad-value json.bounds', 'decodes'],
    ['a vertex outside the box', mesh({ bounds: [0, 0, 0, 9, 1, 1, 1] }), 'bad-range json.bounds', 'decodes'],
    ['a vertex outside the sphere', mesh({ bounds: [-3, -2, -3.5, 1, 1, 1, 1.5] }), 'bad-range json.bounds', 'decodes'],
    ['an index beyond the vertices', mesh({}, (v) => v.setUint16(176, 4, true)), 'bad-range indices[0]', 'decodes'],
    ['a NaN position', mesh({}, (v) => v.setUint32(44, 0x7fc00000, true)), 'bad-value vertices[1].position', 'decodes'],
    ['an infinite uv', mesh({}, (v) => v.setUint32(36, 0x7f800000, true)), 'bad-value vertices[0].uv', 'decodes'],
    ['a material without baseEffect', without(material({}), 'baseEffect'), 'missing json.baseEffect'],
    ['a texture path that is no string', material({ textures: { a: 1 } }), 'bad-value json.textures'],
    ['properties that are a list', material({ customProperties: [] }), 'bad-value json.customProperties'],
    ['an unknown transparency', material({ transparency: 'opaque' }), 'bad-value json.transparency'],
    ['a material with a blob', material({}, 1), 'trailing-bytes blob'],
    ['half a matrix', prefab({}, new Uint8Array(100)), 'bad-value blob'],
    ['an entry that is no pair', prefab({ node_names: [[1]] }), 'bad-value json.node_names'],
    ['a node id that is no number', prefab({ node_names: [['1', 'a']] }), 'bad-value json.node_names'],
    [
      'a node twice',
      prefab({
        node_names: [
          [1, 'a'],
          [1, 'b'],
        ],
      }),
      'bad-value json.node_names',
    ],
    ['a matrix index that is negative', prefab({ node_matrices: [[0, -1]] }), 'bad-value json.node_matrices'],
    [
      'a matrix index beyond the blob',
      prefab({
        node_matrices: [
          [0, 2],
          [1, 0],
          [7, 0],
        ],
      }),
      'bad-range json.node_matrices',
      'decodes',
    ],
    ['a parent that is no node', prefab({ node_parents: [[1, 99]] }), 'bad-range json.node_parents', 'decodes'],
    [
      'parents in a loop',
      prefab({
        node_parents: [
          [1, 7],
          [7, 1],
        ],
      }),
      'bad-range json.node_parents',
      'decodes',
    ],
    ['a mesh of no node', prefab({ node_meshes: [[99, meta]] }), 'bad-range json.node_meshes', 'decodes'],
    [
      'a mesh without material_path',
      prefab({ node_meshes: [[1, { mesh_path: 'a' }]] }),
      'missing json.node_meshes[0].material_path',
    ],
    [
      'a NaN matrix',
      prefab(
        {
          node_matrices: [
            [0, 0],
            [1, 0],
            [7, 0],
          ],
        },
        new Uint8Array(64).fill(255),
      ),
      'bad-value matrices[0]',
      'decodes',
    ],
  ])('%s', (_, bytes, wanted, decodes) => {
    const problems = validateVkguide(bytes);
    expect(problems.map(({ code, field }) => `${code} ${field}`)).toContain(wanted);
    if (decodes !== undefined) expect(() => decodeAssetFile(bytes)).not.toThrow();
    else expect(() => decodeAny(bytes)).toThrow(FormatError);
  });

  it('a key by the place where it stands', () => {
    const bytes = tx({ compression: 'ZSTD' });
    const [problem] = validateVkguide(bytes);
    const text = new TextDecoder().decode(bytes.subarray(problem?.offset));
    expect(text.startsWith('"compression"')).toBe(true);
  });
});

// assetc convert: every way between the mesh formats and between the texture formats, with the same triangles and texels.

import {
  decodeHmesh,
  decodeKtx2,
  encodeHman,
  encodeKtx2,
  pathRef,
  rgba8Format,
  unpackVertices,
  type VertexAttributes,
} from '@assetc/formats';
import { decodeHmesh1 } from '@assetc/formats/hmesh1';
import { decodeUastc } from '@assetc/kernels';
import { decodeGali, formatUuid, galiUuid } from '@assetc/other-runtimes/galileo';
import {
  decodeAssetFile,
  decodeVkguideMesh,
  decodeVkguideTexture,
  readVkguidePage,
  unpackVkguideVertices,
} from '@assetc/other-runtimes/vkguide';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { AssetError } from '../../packages/compiler/src/diagnostics/diagnostic.js';
import { checkPath } from '../../packages/compiler/src/inspect/check-path.js';
import { convertFile } from '../../packages/compiler/src/inspect/convert/convert-file.js';
import type { ConvertTarget } from '../../packages/compiler/src/inspect/convert/convert-targets.js';
import { inspectPath } from '../../packages/compiler/src/inspect/inspect-files.js';
import { memoryDisk } from '../../packages/compiler/src/inspect/testing/memory-disk.js';
import type { GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { readAnyGolden } from '../../packages/other-runtimes/src/testing/all-goldens.js';
import { compileModel, cornersOf } from '../support/compile-model.js';
import { compileTextureSource } from '../support/compile-texture.js';
import { compareTriangles } from '../support/triangle-match.js';
import { compileFor, join, sha256 } from './decode-meshes.js';
import { sceneModel, skinnedModel } from './fixtures.js';

const PATH = 'm/chair.glb';

async function convert(name: string, bytes: Uint8Array, to: ConvertTarget, more: Record<string, Uint8Array> = {}) {
  const disk = memoryDisk({ [`/w/${name}`]: bytes, ...more });
  const converted = await convertFile(disk, { path: `/w/${name}`, to });
  if (converted === undefined) throw new Error('nothing was converted');
  const files = Object.fromEntries(converted.files.map((file) => [file.path, file.bytes]));
  for (const path of Object.keys(files))
    expect((await checkPath(memoryDisk(files), path))?.diagnostics, path).toEqual([]);
  const [first] = converted.files;
  if (first === undefined) throw new Error('nothing was written');
  return { ...first, files, warnings: converted.diagnostics.map(({ code, message }) => `${code}: ${message}`) };
}

async function sourcesOf(builder: GltfBuilder): Promise<Record<string, { name: string; bytes: Uint8Array }>> {
  const input = { path: PATH, input: { [PATH]: builder.glb() } };
  const { context } = await compileModel(input);
  const vkguide = await compileFor('vkguide', input);
  const mesh = vkguide.outputs.find(({ suffix }) => suffix.endsWith('.mesh'));
  return {
    hmesh: { name: 'chair.hmesh', bytes: context.output('.hmesh') },
    hmesh1: { name: 'chair.hmesh', bytes: (await compileFor('hmesh1', input)).output('.hmesh') },
    vkguide: { name: 'chair.mesh', bytes: mesh?.bytes ?? new Uint8Array(0) },
    galileo: { name: 'chair.gali', bytes: (await compileFor('galileo', input)).output('.gali') },
  };
}

function trianglesIn(format: string, bytes: Uint8Array): Float64Array {
  const none = new Float32Array(0);
  if (format === 'hmesh') return corners(unpackVertices(decodeHmesh(bytes).vertices), decodeHmesh(bytes).indices);
  if (format === 'hmesh1') return corners(unpackVertices(decodeHmesh1(bytes).vertices, 1), decodeHmesh1(bytes).indices);
  if (format.startsWith('vkguide')) {
    const mesh = decodeVkguideMesh(bytes);
    return corners({ ...unpackVkguideVertices(mesh.vertices, mesh.vertexFormat), tangents: none }, mesh.indices);
  }
  return join(
    decodeGali(bytes).groups.map(({ positions, normals, tangents, texcoords: [uv], indices }) =>
      corners({ positions, normals, tangents, uvs: Float32Array.from(uv ?? [], (n) => n / 65535) }, indices),
    ),
  );
}

const corners = (attributes: VertexAttributes, indices: ArrayLike<number>) => cornersOf(attributes, indices);

const MESHES = ['hmesh', 'hmesh1', 'vkguide', 'galileo'] as const;
const TARGETS = [...MESHES, 'vkguide-packed'] as const;
const WAYS = MESHES.flatMap((from) => TARGETS.filter((to) => to !== from).map((to) => [from, to] as const));

describe('meshes', () => {
  it.each(WAYS)('%s → %s keeps every triangle, positions exactly', async (from, to) => {
    const source = (await sourcesOf(sceneModel()))[from];
    const { bytes } = await convert(source?.name ?? '', source?.bytes ?? new Uint8Array(0), to);
    const tolerance = { position: 0, normal: to === 'vkguide-packed' ? 2 / 255 + 1e-4 : 1.5e-4, uv: 1 / 65535 };
    const expected = trianglesIn(from, source?.bytes ?? new Uint8Array(0));
    expect(expected.length).toBeGreaterThan(0);
    expect(compareTriangles({ corners: trianglesIn(to, bytes) }, { corners: expected }, tolerance)).toBeUndefined();
  });

  it('of the two versions of .hmesh turn into each other bit for bit', async () => {
    const { hmesh, hmesh1 } = await sourcesOf(sceneModel());
    const down = await convert('chair.hmesh', hmesh?.bytes ?? new Uint8Array(0), 'hmesh1');
    expect(down.path).toBe('/w/chair.v1.hmesh');
    // Materials differ: version 2 only knows those in use.
    expect(decodeHmesh1(down.bytes)).toMatchObject({
      ...decodeHmesh1(hmesh1?.bytes ?? new Uint8Array(0)),
      materials: decodeHmesh(hmesh?.bytes ?? new Uint8Array(0)).materials,
    });
    const up = await convert('chair.hmesh', down.bytes, 'hmesh');
    expect(up.path).toBe('/w/chair.v2.hmesh');
    expect(decodeHmesh(up.bytes).vertices).toEqual(decodeHmesh(hmesh?.bytes ?? new Uint8Array(0)).vertices);
  });

  it('keep joints, weights and further channels where both formats have them', async () => {
    const { hmesh } = await sourcesOf(skinnedModel());
    const { bytes, warnings } = await convert('body.hmesh', hmesh?.bytes ?? new Uint8Array(0), 'galileo');
    const [group] = decodeGali(bytes).groups;
    expect(group?.joints).toHaveLength(1);
    for (let i = 0; i < (group?.weights[0]?.length ?? 0); i += 4)
      expect(group?.weights[0]?.subarray(i, i + 4).reduce((sum, n) => sum + n, 0)).toBe(65535);
    expect(warnings).toEqual([
      'convert/lost: the result lacks the skeleton of 2 joints, 2 levels of detail, 1 meshlet, the names of its parts',
      'convert/rounded: texture coordinates are packed into 16 bits',
    ]);
  });

  it('say what is lost', async () => {
    const { hmesh, galileo } = await sourcesOf(sceneModel({ uvScale: 2 }));
    const of = async (source: { name: string; bytes: Uint8Array } | undefined, to: ConvertTarget) =>
      (await convert(source?.name ?? '', source?.bytes ?? new Uint8Array(0), to)).warnings;
    expect(await of(hmesh, 'hmesh1')).toEqual([
      'convert/lost: the result lacks vertex colors, 2 levels of detail, the assignment of 3 materials to triangles, the names of its parts',
    ]);
    expect(await of(hmesh, 'vkguide')).toEqual([
      expect.stringMatching(
        /^convert\/lost: the result lacks tangents, 2 levels of detail, \d+ meshlets, 2 material references, the assignment of 3/,
      ),
    ]);
    expect(await of(hmesh, 'galileo')).toContainEqual(
      expect.stringMatching(/^convert\/rounded: \d+ texture coordinates outside 0 to 1 are wrapped$/),
    );
    // Colors have a place in both.
    expect(await of(galileo, 'hmesh')).toEqual([
      'convert/rounded: normals and tangents are packed into two 16-bit numbers each',
    ]);
  });

  it('build meshlets and bounds that hold', async () => {
    const { vkguide } = await sourcesOf(sceneModel({ offset: -500 }));
    const { bytes } = await convert('leg.mesh', vkguide?.bytes ?? new Uint8Array(0), 'hmesh');
    const mesh = decodeHmesh(bytes);
    expect(mesh.meshlets.length).toBeGreaterThan(0);
    expect(mesh.hasTangents).toBe(false);
    expect(mesh.bounds.aabbMax.every((high) => high < 0)).toBe(true);
  });

  it('get the UUID that a build gives, inside an output folder', async () => {
    const { hmesh } = await sourcesOf(sceneModel());
    const disk = memoryDisk({
      '/out/assets.hman': encodeHman([]),
      '/out/m/chair.hmesh': hmesh?.bytes ?? new Uint8Array(0),
    });
    const converted = await convertFile(disk, { path: '/out/m/chair.hmesh', to: 'galileo' });
    const built = (await sourcesOf(sceneModel())).galileo?.bytes ?? new Uint8Array(0);
    expect(formatUuid(decodeGali(converted?.files[0]?.bytes ?? new Uint8Array(0)).uuid)).toBe(
      formatUuid(decodeGali(built).uuid),
    );
    expect(galiUuid(Buffer.from(sha256(new TextEncoder().encode('assetc:m/chair')), 'hex'))).toEqual(
      decodeGali(built).uuid,
    );
  });
});

const picture = (width: number, height: number): Uint8Array => {
  const image = new PNG({ width, height });
  for (let i = 0; i < image.data.length; i++) image.data[i] = (i * 2654435761) >>> 15;
  return PNG.sync.write(image);
};
const ktx2Of = (settings: { [name: string]: string | boolean }, path = 'a.png') =>
  compileTextureSource({ path, input: { [path]: picture(12, 6) }, settings });
const pagesOf = (tx: Uint8Array) => decodeVkguideTexture(tx).pages.map((page) => Buffer.from(readVkguidePage(page)));

describe('textures', () => {
  it('raw KTX2 → .tx and back is the same texels', async () => {
    const source = await ktx2Of({ compress: false });
    const tx = await convert('a.ktx2', source.bytes, 'vkguide-paged');
    expect(tx.path).toBe('/w/a.tx');
    expect(pagesOf(tx.bytes)).toEqual(source.levels.map((level) => Buffer.from(level)));
    expect(tx.warnings).toEqual(['convert/lost: the result lacks the color space (sRGB)']);
    const back = await convert('a.tx', tx.bytes, 'ktx2');
    expect(sha256(back.bytes)).toBe(sha256(source.bytes));
    expect(back.warnings).toContain('convert/guessed: assumed: the color space sRGB, because of the name a.ktx2');
  });

  it.each(['none', 'zstd'])('UASTC KTX2 under %s is decoded by our kernel', async (supercompress) => {
    const source = await ktx2Of({ supercompress });
    const { bytes, warnings } = await convert('a.ktx2', source.bytes, 'vkguide');
    expect(pagesOf(bytes)).toEqual([Buffer.from(decodeUastc(source.levels[0] ?? new Uint8Array(0), 12, 6))]);
    expect(warnings[0]).toMatch(/the color space \(sRGB\), 3 mip levels, the block compression/);
  });

  it('take the color space of a .tx from the manifest, else from the name of its source', async () => {
    const { bytes } = await convert('a.n.ktx2', (await ktx2Of({ compress: false }, 'a.n.png')).bytes, 'vkguide');
    const transfer = (ktx2: Uint8Array) => decodeKtx2(ktx2).dataFormat.basic?.transferFunction;
    expect(transfer((await convert('a.n.tx', bytes, 'ktx2')).bytes)).toBe(1);
    const entry = { hash: pathRef('a.n.tx'), kind: 'texture', colorspace: 'srgb', path: 'a.n.tx' } as const;
    const listed = await convert('a.n.tx', bytes, 'ktx2', { '/w/assets.hman': encodeHman([entry]) });
    expect(transfer(listed.bytes)).toBe(2);
    expect(listed.warnings.some((warning) => warning.startsWith('convert/guessed'))).toBe(false);
  });

  it('one form of .tx → the other keeps level 0', async () => {
    const paged = readAnyGolden('vkguide-paged.tx');
    const single = await convert('a.tx', paged, 'vkguide');
    expect(single.path).toBe('/w/a.vkguide.tx');
    expect(pagesOf(single.bytes)).toEqual(pagesOf(paged).slice(0, 1));
    expect(pagesOf((await convert('a.tx', single.bytes, 'vkguide-paged')).bytes)).toEqual(pagesOf(single.bytes));
  });
});

describe('the text form', () => {
  const assets = [
    'vkguide-single.tx',
    'vkguide-paged.tx',
    'vkguide-pncv.mesh',
    'vkguide-packed.mesh',
    'vkguide-oak.mat',
    'vkguide-chair.pfb',
  ];
  it.each(assets)('of %s is read by info and turns back into the same bytes', async (name) => {
    const binary = readAnyGolden(name);
    const text = await convert(name, binary, 'text');
    expect(text.path).toBe(`/w/${name}.json`);
    const isBlobless = name.endsWith('.mat') || name.endsWith('.pfb');
    expect(Object.keys(text.files)).toEqual([text.path, ...(isBlobless ? [] : [`/w/${name}.bin`])]);
    const disk = memoryDisk(text.files);
    const [reported] = (await inspectPath(disk, text.path))?.files ?? [];
    const [original] = (await inspectPath(memoryDisk({ [`/w/${name}`]: binary }), `/w/${name}`))?.files ?? [];
    expect(reported).toMatchObject({ format: original?.format, facts: original?.facts ?? {}, problem: null });
    const back = await convertFile(disk, { path: text.path, to: 'binary' });
    expect(back?.files).toEqual([{ path: `/w/${name}`, bytes: binary }]);
    expect(decodeAssetFile(binary).type).toBe(JSON.parse(new TextDecoder().decode(text.bytes)).type);
  });

  it('of a mesh can become any other mesh', async () => {
    const text = await convert('a.mesh', readAnyGolden('vkguide-pncv.mesh'), 'text');
    const converted = await convertFile(memoryDisk(text.files), { path: text.path, to: 'galileo' });
    expect(converted?.files[0]?.path).toBe('/w/a.gali');
  });

  it('whose blob is gone is refused, and reported by check', async () => {
    const text = await convert('a.mesh', readAnyGolden('vkguide-pncv.mesh'), 'text');
    const disk = memoryDisk({ [text.path]: text.bytes });
    await expect(convertFile(disk, { path: text.path, to: 'binary' })).rejects.toThrow(/a\.mesh\.bin does not exist/);
    expect((await checkPath(disk, text.path))?.ok).toBe(false);
  });
});

describe('what cannot be converted', () => {
  const codeOf = async (name: string, bytes: Uint8Array, to: ConvertTarget) => {
    const error = await convert(name, bytes, to).catch((e: unknown) => e);
    return error instanceof AssetError ? [error.diagnostic.code, error.diagnostic.message] : error;
  };

  it.each([
    ['a.txt', new TextEncoder().encode('hello'), 'hmesh', 'convert/unknown-file', /not in a runtime format/],
    ['a.hmat', readAnyGolden('chair.hmat'), 'galileo', 'convert/no-way', /hmat files cannot be converted/],
    ['a.hmesh', readAnyGolden('quad.hmesh'), 'ktx2', 'convert/no-way', /only to hmesh1, vkguide/],
    ['a.hmesh', readAnyGolden('quad.hmesh'), 'hmesh', 'convert/no-way', /cannot be converted to hmesh/],
    ['a.hmesh', readAnyGolden('quad.hmesh'), 'text', 'convert/no-way', /cannot be converted to text/],
    ['a.mat', readAnyGolden('vkguide-oak.mat'), 'binary', 'convert/no-way', /it is already binary/],
    ['a.hmesh', readAnyGolden('quad.hmesh').subarray(0, 99), 'galileo', 'convert/malformed', /./],
    ['a.ktx2', readAnyGolden('uastc-cube.ktx2'), 'vkguide', 'convert/unsupported', /it is a cubemap/],
    ['a.ktx2', readAnyGolden('uastc-array.ktx2'), 'vkguide', 'convert/unsupported', /it is a texture array/],
    ['a.ktx2', readAnyGolden('rgba16f-lut.ktx2'), 'vkguide', 'convert/unsupported', /it is a 3D texture/],
  ] as const)('%s (%#) says why', async (name, bytes, to, code, message) => {
    expect(await codeOf(name, bytes, to)).toEqual([code, expect.stringMatching(message)]);
  });

  it('is never written over the file itself', async () => {
    const disk = memoryDisk({ '/w/a.tx': readAnyGolden('vkguide-paged.tx') });
    await expect(convertFile(disk, { path: '/w/a.tx', to: 'vkguide', output: '/w/a.tx' })).rejects.toThrow(
      /replace the file itself/,
    );
    expect(await convertFile(disk, { path: '/w/none.tx', to: 'ktx2' })).toBeUndefined();
  });

  it('has no blob that would take the place of the file either', async () => {
    const disk = memoryDisk({ '/w/a.bin': readAnyGolden('vkguide-pncv.mesh') });
    const request = { path: '/w/a.bin', to: 'text', output: '/w/a.json' } as const;
    await expect(convertFile(disk, request)).rejects.toThrow(/replace the file itself/);
  });

  it('is refused by a diagnostic and nothing else, whatever byte is damaged', async () => {
    const ways: readonly (readonly [string, ConvertTarget])[] = [
      ['quad.hmesh', 'galileo'],
      ['quad-v1.hmesh', 'hmesh'],
      ['galileo.gali', 'hmesh'],
      ['vkguide-pncv.mesh', 'hmesh'],
      ['vkguide-paged.tx', 'ktx2'],
      ['rgba8-srgb.ktx2', 'vkguide-paged'],
      ['uastc-2d.ktx2', 'vkguide'],
      ['vkguide-chair.pfb', 'text'],
    ];
    let refused = 0;
    for (const [name, to] of ways) {
      const bytes = readAnyGolden(name);
      for (let i = 0; i < bytes.length; i += Math.max(1, Math.floor(bytes.length / 150))) {
        const damaged = bytes.slice();
        damaged[i] = (damaged[i] ?? 0) ^ (1 << (i % 8));
        const error = await convertFile(memoryDisk({ '/w/a': damaged }), { path: '/w/a', to }).catch((e: unknown) => e);
        if (error instanceof Error) {
          expect(error).toBeInstanceOf(AssetError);
          refused++;
        }
      }
    }
    expect(refused).toBeGreaterThan(100);
  });

  it('goes where it is reported', async () => {
    const disk = memoryDisk({ '/w/a.tx': readAnyGolden('vkguide-paged.tx'), '/o/x': new Uint8Array(1) });
    const at = async (output: string) =>
      (await convertFile(disk, { path: '/w/a.tx', to: 'ktx2', output }))?.files[0]?.path;
    expect(await at('/o')).toBe('/o/a.ktx2');
    expect(await at('/o/b.bin')).toBe('/o/b.bin');
  });

  it('does not believe sizes that a level does not have', async () => {
    const bytes = encodeKtx2({
      format: rgba8Format('srgb'),
      pixelWidth: 2,
      pixelHeight: 2,
      levels: [{ bytes: new Uint8Array(16), uncompressedByteLength: 16 }],
    });
    expect((await convert('a.ktx2', bytes, 'vkguide')).warnings).toHaveLength(1);
    expect(await codeOf('a.ktx2', bytes.subarray(0, bytes.length - 4), 'vkguide')).toEqual([
      'convert/malformed',
      expect.anything(),
    ]);
  });
});

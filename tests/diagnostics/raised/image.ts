// Images, tables of colors and textures with one thing wrong each.

import { writeExr } from '../../../packages/compiler/src/importers/image/testing/write-exr.js';
import { GltfBuilder } from '../../../packages/compiler/src/testing/gltf-builder.js';
import { encodeKtx2, rgba8Format } from '../../../packages/formats/src/index.js';
import { compileTextureSource } from '../../support/compile-texture.js';
import { addPngChunk, makePng } from '../../support/png.js';
import { building, codesOf, type Raise, type RowsOf, realProject } from '../raise.js';

const square = (size: number) => makePng(size, size, (x, y) => [x * 9, y * 9, 0, 255]);
const PNG = square(8);
const QOI = Uint8Array.of(0x71, 0x6f, 0x69, 0x66, 0, 0, 0, 1, 0, 0, 0, 1, 4, 0, 0xc0, 0, 0, 0, 0, 0, 0, 0, 1);
const image = (bytes: Uint8Array) => building({ 'a.png': bytes });
const damaged = (at: number, value: number) => image(PNG.map((byte, i) => (i === at ? value : byte)));
const tga = (...fields: readonly [at: number, value: number][]) => {
  const bytes = new Uint8Array(18 + 16);
  for (const [at, value] of [[2, 2], [12, 2], [14, 2], [16, 32], ...fields] as const) bytes[at] = value;
  return building({ 'a.tga': bytes });
};

/** One texel of red, and another channel. */
const exr = (name: string, value: number) =>
  writeExr({
    channels: [...new Set(['R', name])].map((each) => ({ name: each, type: 'float', valueAt: () => value })),
    dataWindow: [0, 0, 0, 0],
  });
export const imageRows: RowsOf<'image'> = {
  'image/unknown-type': image(Buffer.from('this is no picture at all')),
  'image/misnamed': image(QOI),
  'image/too-large': building({ 'a.png': PNG }, { texture: { limit: 4 } }),
  'image/truncated': image(PNG.subarray(0, 40)),
  'image/corrupt': damaged(20, 77),
  'image/unsupported': tga([17, 64]),
  'image/animated': image(addPngChunk(PNG, 'acTL', new Uint8Array(8))),
  'image/color-profile': image(addPngChunk(PNG, 'iCCP', Buffer.from('broken\0\0no profile', 'latin1'))),
  'image/odd-data': image(addPngChunk(PNG, 'tRNS', new Uint8Array(6))),
  'image/no-light': building({ 'a.exr': exr('R', Number.NaN) }),
  'image/unused-channels': building({ 'a.exr': exr('Z', 1) }),
};

const table = (head: string, rows = 8) => `${head}\n${'0.5 0.5 0.5\n'.repeat(rows)}`;
const cube = (text: string) => building({ 'a.lut.cube': text });

export const lutRows: RowsOf<'lut'> = {
  'lut/bad-line': cube('LUT_3D_SIZE 2\n0 0\n'),
  'lut/not-finite': cube('LUT_3D_SIZE 2\n0 0 nan\n'),
  'lut/bad-size': cube(table('LUT_3D_SIZE 1')),
  'lut/one-dimensional': cube(table('LUT_1D_SIZE 2', 2)),
  'lut/shaper': cube(table('LUT_3D_SIZE 2\nLUT_1D_SIZE 2\nDOMAIN_MAX 4 4 4', 10)),
  'lut/resampled': cube(table('LUT_3D_SIZE 2\nLUT_1D_SIZE 2', 10)),
  'lut/bad-strip': building({ 'a.lut.png': square(7) }),
  'lut/wrong-count': cube(table('LUT_3D_SIZE 2', 7)),
  'lut/domain': cube(table('DOMAIN_MAX 4 4 4\nLUT_3D_SIZE 2')),
  'lut/clamped': building({ 'a.lut.cube': `LUT_3D_SIZE 2\n${'2 0 0\n'.repeat(8)}` }, { lut: { format: 'rgba8' } }),
  'lut/utf-16': building({ 'a.lut.cube': Buffer.from(table('LUT_3D_SIZE 2'), 'utf16le') }),
  'lut/unknown-keyword': cube(table('MOOD warm\nLUT_3D_SIZE 2')),
};

const FACES = ['px', 'nx', 'py', 'ny', 'pz', 'nz'];
const cubemap = (changes: Readonly<Record<string, Uint8Array>>, faces = FACES) =>
  building({ ...Object.fromEntries(faces.map((face) => [`a.env/${face}.png`, PNG])), ...changes });

/** A model whose base color is a KTX2 image. */
function ktx2Model(ktx2: Uint8Array): Uint8Array {
  const builder = new GltfBuilder();
  const attributes = { POSITION: builder.accessor(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), 'VEC3') };
  builder.node({ mesh: builder.mesh({ attributes, material: 0 }) });
  builder.list('images', { bufferView: builder.view(ktx2), mimeType: 'image/ktx2' });
  builder.list('textures', { extensions: { KHR_texture_basisu: { source: 0 } } });
  builder.list('materials', { pbrMetallicRoughness: { baseColorTexture: { index: 0 } } });
  builder.json.extensionsUsed = ['KHR_texture_basisu'];
  return builder.glb();
}

const raw = encodeKtx2({
  format: rgba8Format('srgb'),
  pixelWidth: 4,
  pixelHeight: 4,
  levels: [{ bytes: new Uint8Array(64) }],
});
const cubeOfTexels = encodeKtx2({
  format: rgba8Format('srgb'),
  pixelWidth: 4,
  pixelHeight: 4,
  faceCount: 6,
  levels: [{ bytes: new Uint8Array(6 * 64) }],
});
const uastcOf = async (texture: Readonly<Record<string, string | boolean>>) =>
  (await compileTextureSource({ path: 'a.png', input: { 'a.png': PNG }, settings: texture })).bytes;
const takenFrom =
  (texture: Readonly<Record<string, string | boolean>>): Raise =>
  async () =>
    codesOf((await realProject({ 'a.glb': ktx2Model(await uastcOf(texture)) }).build()).diagnostics);

const twoMaps = 'mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl red\nf 1/1 2/1 3/1\n';

export const textureRows: RowsOf<'texture'> = {
  'texture/missing-face': cubemap({}, FACES.slice(1)),
  'texture/two-faces': cubemap({ 'a.env/px.tga': PNG }),
  'texture/not-square': cubemap({ 'a.env/px.png': makePng(4, 8, () => [0, 0, 0, 255]) }),
  'texture/unequal-size': cubemap({ 'a.env/nz.png': square(4) }),
  'texture/empty-array': building({ 'a.array/notes.txt': 'none yet' }),
  'texture/too-many-layers': building(
    Object.fromEntries(Array.from({ length: 2049 }, (_, i) => [`a.array/${i}.png`, PNG])),
  ),
  'texture/ignored-member': cubemap({ 'a.env/readme.txt': Buffer.from('six faces') }),
  'texture/bad-ktx2': building({ 'a.glb': ktx2Model(raw.map((byte, i) => (i === 20 ? 0xff : byte))) }),
  'texture/unsupported-ktx2': building({ 'a.glb': ktx2Model(cubeOfTexels) }),
  'texture/ktx2-as-it-is': async () =>
    building(
      { 'a.glb': ktx2Model(await uastcOf({ supercompress: 'zstd' })) },
      { texture: { supercompress: 'none' } },
    )(),
  'texture/ktx2-anew': takenFrom({ mips: false }),
  'texture/only-ktx2': building(Object.fromEntries(FACES.map((face) => [`a.env/${face}.png`, PNG])), {
    texture: { format: 'vkguide' },
  }),
  'texture/hdr-role': building({ 'a.n.exr': exr('R', 1) }),
  'texture/hdr-format': building({ 'a.exr': exr('R', 1) }, { texture: { format: 'vkguide' } }),
  'texture/hdr-alpha': building({ 'a.exr': exr('A', 0.5) }),
  'texture/too-bright': building({ 'a.exr': exr('R', 1e6) }),
  'texture/two-roles': building(
    {
      'a.png': PNG,
      'a.mat': 'name: A\ntextures: { normal: a.png }\n',
      'b.mat': 'name: B\ntextures: { baseColor: a.png }\n',
    },
    { texture: { standalone: 'all' } },
  ),
  'texture/quality-unreached': building({ 'a.png': square(4) }, { texture: { quality: { bytes: 1 } } }),
  'texture/sky-as-image': building({ 'sky.env.png': PNG }),
  'texture/normals-as-color': building({ 'wall_normal.png': PNG }),
  'texture/unequal-maps': building({
    'a.obj': twoMaps,
    'a.mtl': 'newmtl red\nmap_Pr rough.png\nmap_Pm metal.png\n',
    'rough.png': PNG,
    'metal.png': square(4),
  }),
};

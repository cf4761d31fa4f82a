// The structs of .hmatx: what materials have beyond the rows of .hmat. Spec: docs/formats/hmatx.md, whose tables are generated
// from here.

import { type ChunkedFormat, chunkedHeader } from '../chunked/container.js';
import { array, f32, u8, u32, u64 } from '../core/scalar.js';
import { allFinite, allZero, atMost, field, finite, fourcc, is, notNegative, struct } from '../core/struct.js';

/** The bytes HMTX. */
export const HMATX_MAGIC = fourcc('HMTX');
export const HMATX_VERSION = 1;

/** The chunks of a `.hmatx`, in the order of the writer. */
export const HMATX_CHUNKS = [
  'MDSC',
  'TEXS',
  'ANIS',
  'CLRC',
  'DTRN',
  'DISP',
  'IORX',
  'IRID',
  'SHEN',
  'SPEC',
  'TRNS',
  'UNLT',
  'VOLM',
  'VNAM',
  'VMAP',
] as const;
export type HmatxChunkName = (typeof HMATX_CHUNKS)[number];

/** Every place of a material for a texture. Index: the number on disk. */
export const MATERIAL_TEXTURE_SLOTS = [
  'baseColor',
  'metallicRoughness',
  'normal',
  'occlusion',
  'emissive',
  'anisotropy',
  'clearcoat',
  'clearcoatRoughness',
  'clearcoatNormal',
  'diffuseTransmission',
  'diffuseTransmissionColor',
  'iridescence',
  'iridescenceThickness',
  'sheenColor',
  'sheenRoughness',
  'specular',
  'specularColor',
  'transmission',
  'thickness',
] as const;
/** A place of a material for a texture: the five of `.hmat`, and those of extensions. */
export type MaterialTextureSlot = (typeof MATERIAL_TEXTURE_SLOTS)[number];

/** How coordinates beyond the edge of a texture are treated. Index: the number on disk. */
export const TEXTURE_WRAPS = ['repeat', 'clamp', 'mirror'] as const;
/** How coordinates beyond the edge of a texture are treated. */
export type TextureWrap = (typeof TEXTURE_WRAPS)[number];

/** Filters for shrinking; the first three are those for enlarging. Index: the number on disk. */
export const TEXTURE_FILTERS = [
  'unset',
  'nearest',
  'linear',
  'nearest-mip-nearest',
  'linear-mip-nearest',
  'nearest-mip-linear',
  'linear-mip-linear',
] as const;
/** How texels are filtered: within a level, then between levels. `unset`: not defined by the source. */
export type TextureFilter = (typeof TEXTURE_FILTERS)[number];
/** The filters that texels are enlarged with. */
export type MagFilter = 'unset' | 'nearest' | 'linear';
export const MAG_FILTERS: readonly MagFilter[] = ['unset', 'nearest', 'linear'];

const notZero = (hash: bigint): string | undefined => (hash === 0n ? 'a texture' : undefined);
const row = field(u32, 'Row of the companion .hmat; ascending, each once.');
const color = (doc: string) => field(array(f32, 3), doc, allFinite);

/** Start of a `.hmatx`. */
export const HmatxFileHeader: ChunkedFormat<HmatxChunkName>['header'] = chunkedHeader(
  'HmatxFileHeader',
  'HMTX',
  HMATX_MAGIC,
  [HMATX_VERSION],
  '1.',
);

/** How a `.hmatx` is read and written as chunks. */
export const HMATX_FORMAT: ChunkedFormat<HmatxChunkName> = {
  header: HmatxFileHeader,
  magic: HMATX_MAGIC,
  versions: [HMATX_VERSION],
  chunks: HMATX_CHUNKS,
};

/** MDSC: the counts. */
export const HmatxDesc = struct('HmatxDesc', 16, 'MDSC: the counts.', {
  rowCount: field(u32, 'Rows of the companion .hmat.'),
  variantCount: field(u32, 'Names in VNAM.'),
  pad: field(array(u32, 2), 'Zero.', allZero),
});

/** TEXS: how one slot of one material uses its texture. */
export const HmatxTextureRow = struct('HmatxTextureRow', 48, 'TEXS: how one slot of one material uses its texture.', {
  row: field(u32, 'Row of the companion .hmat; rows and slots ascend, each pair once.'),
  slot: field(u32, 'Which texture of the material: 0 baseColor to 18 thickness.', atMost(18)),
  texture: field(u64, 'Texture ref, never 0.', notZero),
  uvSet: field(u32, '0: the uv of VTXS; 1: UVS1.', atMost(1)),
  wrapS: field(u8, '0 repeat, 1 clamp, 2 mirror.', atMost(2)),
  wrapT: field(u8, '0 repeat, 1 clamp, 2 mirror.', atMost(2)),
  minFilter: field(
    u8,
    '0 not said, 1 nearest, 2 linear, 3 nearest-mip-nearest, 4 linear-mip-nearest, 5 nearest-mip-linear, 6 linear-mip-linear.',
    atMost(6),
  ),
  magFilter: field(u8, '0 unset, 1 nearest, 2 linear.', atMost(2)),
  offset: field(array(f32, 2), 'Of the origin of the texture coordinates.', allFinite),
  scale: field(array(f32, 2), 'Of the texture coordinates, before the rotation.', allFinite),
  rotation: field(f32, 'Radians, counter-clockwise, about the origin of the texture coordinates.', finite),
  pad: field(u32, 'Zero.', is(0)),
});

/** ANIS: KHR_materials_anisotropy. */
export const HmatxAnisotropyRow = struct('HmatxAnisotropyRow', 12, 'ANIS: KHR_materials_anisotropy.', {
  row,
  strength: field(f32, 'anisotropyStrength.', finite),
  rotation: field(f32, 'anisotropyRotation, radians from the tangent, counter-clockwise.', finite),
});

/** CLRC: KHR_materials_clearcoat. */
export const HmatxClearcoatRow = struct('HmatxClearcoatRow', 16, 'CLRC: KHR_materials_clearcoat.', {
  row,
  factor: field(f32, 'clearcoatFactor.', finite),
  roughness: field(f32, 'clearcoatRoughnessFactor.', finite),
  normalScale: field(f32, 'Scale of clearcoatNormalTexture.', finite),
});

/** DTRN: KHR_materials_diffuse_transmission. */
export const HmatxDiffuseTransmissionRow = struct(
  'HmatxDiffuseTransmissionRow',
  20,
  'DTRN: KHR_materials_diffuse_transmission.',
  {
    row,
    factor: field(f32, 'diffuseTransmissionFactor.', finite),
    color: color('diffuseTransmissionColorFactor, linear RGB.'),
  },
);

/** DISP: KHR_materials_dispersion. */
export const HmatxDispersionRow = struct('HmatxDispersionRow', 8, 'DISP: KHR_materials_dispersion.', {
  row,
  dispersion: field(f32, '20 divided by the Abbe number.', finite),
});

/** IORX: KHR_materials_ior. */
export const HmatxIorRow = struct('HmatxIorRow', 8, 'IORX: KHR_materials_ior.', {
  row,
  ior: field(f32, 'Index of refraction.', finite),
});

/** IRID: KHR_materials_iridescence. */
export const HmatxIridescenceRow = struct('HmatxIridescenceRow', 20, 'IRID: KHR_materials_iridescence.', {
  row,
  factor: field(f32, 'iridescenceFactor.', finite),
  ior: field(f32, 'iridescenceIor: of the film.', finite),
  thicknessMin: field(f32, 'iridescenceThicknessMinimum, nanometres.', finite),
  thicknessMax: field(f32, 'iridescenceThicknessMaximum, nanometres.', finite),
});

/** SHEN: KHR_materials_sheen. */
export const HmatxSheenRow = struct('HmatxSheenRow', 20, 'SHEN: KHR_materials_sheen.', {
  row,
  roughness: field(f32, 'sheenRoughnessFactor.', finite),
  color: color('sheenColorFactor, linear RGB.'),
});

/** SPEC: KHR_materials_specular. */
export const HmatxSpecularRow = struct('HmatxSpecularRow', 20, 'SPEC: KHR_materials_specular.', {
  row,
  factor: field(f32, 'specularFactor.', finite),
  color: color('specularColorFactor, linear RGB.'),
});

/** TRNS: KHR_materials_transmission. */
export const HmatxTransmissionRow = struct('HmatxTransmissionRow', 8, 'TRNS: KHR_materials_transmission.', {
  row,
  factor: field(f32, 'transmissionFactor.', finite),
});

/** UNLT: KHR_materials_unlit. */
export const HmatxUnlitRow = struct('HmatxUnlitRow', 4, 'UNLT: KHR_materials_unlit.', { row });

/** VOLM: KHR_materials_volume. */
export const HmatxVolumeRow = struct('HmatxVolumeRow', 24, 'VOLM: KHR_materials_volume.', {
  row,
  thickness: field(f32, 'thicknessFactor, in the units of the mesh.', finite),
  attenuationDistance: field(f32, 'In world units; 0 for infinite.', notNegative),
  attenuationColor: color('Linear RGB.'),
});

/** VMAP: the material that a submesh has in a variant. */
export const HmatxVariantRow = struct('HmatxVariantRow', 12, 'VMAP: the material that a submesh has in a variant.', {
  variant: field(u32, 'Into VNAM; variants and submeshes ascend, each pair once.'),
  submesh: field(u32, 'Into SUBM of the companion .hmesh.'),
  row: field(u32, 'Row of the companion .hmat.'),
});

// The structs of .hmat. Spec: docs/formats/hmat.md, whose tables are generated from here.

import { array, f32, u32, u64 } from '../core/scalar.js';
import { allFinite, field, finite, fourcc, is, struct } from '../core/struct.js';

export const HMAT_VERSION = 1;
/** The bytes HMAT. */
export const HMAT_MAGIC = fourcc('HMAT');
export const FLAG_DOUBLE_SIDED = 1;
export const ALPHA_MODE_SHIFT = 1;
export const ALPHA_MODE_MASK = 3 << ALPHA_MODE_SHIFT;

/** Index: the number in bits 1–2 of the flags. */
export const ALPHA_MODES = ['OPAQUE', 'MASK', 'BLEND'] as const;
/** The meaning of alpha in a material. */
export type AlphaMode = (typeof ALPHA_MODES)[number];

const validFlags = (flags: number): string | undefined => {
  if ((flags & ~(FLAG_DOUBLE_SIDED | ALPHA_MODE_MASK)) !== 0) return 'zero except for bits 0 to 2';
  return (flags & ALPHA_MODE_MASK) === ALPHA_MODE_MASK ? 'of alpha mode 0, 1 or 2' : undefined;
};

/** Start of the file; the rows follow. */
export const HmatHeader = struct('HmatHeader', 16, 'Start of the file; the rows follow.', {
  magic: field(u32, 'The bytes `HMAT`.', is(HMAT_MAGIC)),
  version: field(u32, '1.', is(HMAT_VERSION)),
  count: field(u32, 'Rows; the file has exactly 16 + 96 · count bytes.'),
  flags: field(u32, 'Zero.', is(0)),
});

/** One material; row i belongs to materialSlot i. */
export const HmatRow = struct('HmatRow', 96, 'One material; row i belongs to materialSlot i.', {
  baseColorFactor: field(array(f32, 4), 'Linear RGBA.', allFinite),
  emissiveFactor: field(array(f32, 3), 'Linear RGB.', allFinite),
  metallicFactor: field(f32, 'As glTF has it.', finite),
  roughnessFactor: field(f32, 'As glTF has it.', finite),
  normalScale: field(f32, 'As glTF has it.', finite),
  occlusionStrength: field(f32, 'As glTF has it.', finite),
  alphaCutoff: field(f32, 'For alpha mode 1.', finite),
  flags: field(u32, 'Bit 0: double-sided. Bits 1–2: alpha mode, 0 opaque, 1 mask, 2 blend.', validFlags),
  pad: field(u32, 'Zero.', is(0)),
  baseColorTex: field(u64, 'Texture ref, 0 for none.'),
  metallicRoughnessTex: field(u64, 'Texture ref, 0 for none. Metallic in B, roughness in G.'),
  normalTex: field(u64, 'Texture ref, 0 for none. X in R, Y in G.'),
  occlusionTex: field(u64, 'Texture ref, 0 for none. Occlusion in R.'),
  emissiveTex: field(u64, 'Texture ref, 0 for none.'),
});

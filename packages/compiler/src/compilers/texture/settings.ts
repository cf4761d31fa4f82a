// The `texture` group of the configuration, except for the choice of a runtime: runtimes/format-settings.ts.

import { type ModeSuffixes, suffixesIn, suffixesOfPath, TEXTURE_MODES } from '../../model/image-names.js';
import { type SettingsOf, settingsGroup } from '../../model/setting.js';
import { BC_CHOICES, type BcChoice, TEXTURE_TARGETS, type TextureTarget } from '../../model/texture-target.js';

type TextureValues = {
  compress: boolean;
  target: TextureTarget;
  bc: BcChoice;
  hdrRaw: 'rgb9e5' | 'rgba16f';
  quality: 'normal' | 'fast' | 'high' | 'max';
  role: 'auto' | 'color' | 'linear' | 'normal' | 'grayscale';
  suffixes: ModeSuffixes;
  profile: 'apply' | 'ignore';
  mips: boolean;
  mipFilter: 'box' | 'kaiser';
  maxSize: number;
  limit: number;
  alphaCoverage: 'auto' | boolean;
  wrap: 'repeat' | 'clamp';
  supercompress: 'auto' | 'none' | 'zstd';
  rdo: number;
  metric: 'rgb' | 'perceptual';
  store: 'source' | 'shared';
  standalone: 'all' | 'unreferenced';
};

/** Images are allocated by their header; above this size, one buffer cannot hold the texels. */
const MAX_LIMIT = 32768;

export const textureSettings = settingsGroup<TextureValues>('texture', 'How images become textures.', {
  compress: {
    type: { is: 'boolean' },
    default: true,
    doc: 'true: blocks, of the format that `target` asks for. false: raw RGBA8 under Zstd, level 0 pixel-exact, never swizzled; of images of high dynamic range what `hdrRaw` says.',
    affects: 'bytes',
  },
  target: {
    type: { is: 'choice', values: TEXTURE_TARGETS },
    default: 'universal',
    doc: 'The blocks of compressed textures. universal: UASTC, which a loader turns into what the GPU takes. Others are what GPUs take as it is: bc (desktops: BC7, BC5, BC4), astc (phones: ASTC 4×4), etc2 (older phones: ETC2, EAC). Of images of high dynamic range: UASTC HDR, BC6H, ASTC HDR, and none. Usually set by a preset.',
    affects: 'bytes',
  },
  bc: {
    type: { is: 'choice', values: BC_CHOICES },
    default: 'bc7',
    doc: 'Of the target bc, for color and linear. bc7: BC7. small: BC1 where all is opaque, which is half the memory, and BC3 where it is not; both show on gradients.',
    affects: 'bytes',
  },
  hdrRaw: {
    type: { is: 'choice', values: ['rgb9e5', 'rgba16f'] },
    default: 'rgb9e5',
    doc: 'Texels of images of high dynamic range where they are no blocks: with `compress: false`, and for the target etc2, which has none. rgb9e5: 4 bytes, 9 bits of each color. rgba16f: 8 bytes, half floats; what uses alpha is that in any case.',
    affects: 'bytes',
  },
  quality: {
    type: { is: 'choice', values: ['normal', 'fast', 'high', 'max'] },
    default: 'normal',
    doc: 'How long the block encoder searches.',
    affects: 'bytes',
  },
  role: {
    type: { is: 'choice', values: ['auto', 'color', 'linear', 'normal', 'grayscale'] },
    default: 'auto',
    doc: 'What the texels mean. auto: by the name (`.n`, `.ao`, `.h`, `.r`, `suffixes`), or by the slot of the material that uses the image.',
    affects: 'bytes',
  },
  suffixes: {
    type: { is: 'map', of: { is: 'list', of: { is: 'text', isFilled: true } }, keys: TEXTURE_MODES },
    default: {},
    doc: 'Endings of image names before the extension, by the role that they stand for: `{ normal: ["_normal", "_n"] }`. Whatever their case; the longest wins; `.n`, `.ao`, `.h` and `.r` always hold. Not in rules.',
    affects: 'nothing',
    notInRules: true,
    narrow: (value, path) => suffixesOfPath(suffixesIn(value), path),
  },
  profile: {
    type: { is: 'choice', values: ['apply', 'ignore'] },
    default: 'apply',
    doc: 'Whether colors are converted to sRGB where the file says by a profile, gamma or primaries that they are not. Color images only, and not those of glTF, which forbids it.',
    affects: 'bytes',
  },
  mips: {
    type: { is: 'boolean' },
    default: true,
    doc: 'Whether a full chain down to 1×1 is written, or level 0 alone.',
    affects: 'bytes',
  },
  mipFilter: {
    type: { is: 'choice', values: ['box', 'kaiser'] },
    default: 'box',
    doc: 'The filter of mips and of maxSize. kaiser is sharper and slower. Images of high dynamic range take box in any case.',
    affects: 'bytes',
  },
  maxSize: {
    type: { is: 'integer', min: 0, max: MAX_LIMIT },
    default: 0,
    doc: 'Larger images are resized so that neither side is longer. 0: never.',
    affects: 'bytes',
  },
  limit: {
    type: { is: 'integer', min: 1, max: MAX_LIMIT },
    default: 16384,
    doc: 'Images wider or higher than this are refused before they are decoded.',
    affects: 'bytes',
  },
  alphaCoverage: {
    type: { is: 'choice', values: ['auto', true, false] },
    default: 'auto',
    doc: 'Whether mips keep the share of texels that pass the alpha test. auto: for images of masked materials; true: with a cutoff of 0.5 where no material states one.',
    affects: 'bytes',
  },
  wrap: {
    type: { is: 'choice', values: ['repeat', 'clamp'] },
    default: 'repeat',
    doc: 'What filters see beyond an edge.',
    affects: 'bytes',
  },
  supercompress: {
    type: { is: 'choice', values: ['auto', 'none', 'zstd'] },
    default: 'auto',
    doc: 'How levels of blocks are packed. auto: none, so that levels can be mapped as they lie; zstd where rdo is above 0. Raw textures always use Zstd.',
    affects: 'bytes',
  },
  rdo: {
    type: { is: 'number', min: 0, max: 100 },
    default: 0,
    doc: 'Rate-distortion strength: higher makes blocks that Zstd packs better, at some loss. 0: off. Of UASTC, ASTC and BC7; other blocks stay as they are.',
    affects: 'bytes',
  },
  metric: {
    type: { is: 'choice', values: ['rgb', 'perceptual'] },
    default: 'rgb',
    doc: 'What the block encoder minimises: the error of each channel alike, or weighted as the eye sees color.',
    affects: 'bytes',
  },
  store: {
    type: { is: 'choice', values: ['source', 'shared'] },
    default: 'source',
    doc: "Where images of models go: next to the model's outputs, or once for all into `tex/<hash>.ktx2`.",
    affects: 'place',
  },
  standalone: {
    type: { is: 'choice', values: ['all', 'unreferenced'] },
    default: 'unreferenced',
    doc: 'Which images are compiled on their own. unreferenced: those that no model refers to, that a `.mat` names, or that a rule whose match is their very path sets something for. all: every one, those of models twice; where neither name nor `role` says otherwise, in the role that models and material files use it in.',
    affects: 'nothing',
  },
});

export type TextureSettings = SettingsOf<typeof textureSettings>;

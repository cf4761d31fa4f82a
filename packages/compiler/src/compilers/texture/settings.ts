// The `texture` group of the configuration, except for the choice of a runtime: runtimes/format-settings.ts.

import { type ModeSuffixes, suffixesIn, suffixesOfPath, TEXTURE_MODES } from '../../model/image/image-names.js';
import type { TextureMode } from '../../model/image/texture-params.js';
import { QUALITY_LEVELS, type TextureQuality } from '../../model/image/texture-quality.js';
import {
  ASTC_CHOICES,
  type AstcChoice,
  BC_CHOICES,
  type BcChoice,
  TEXTURE_TARGETS,
  type TextureTarget,
} from '../../model/image/texture-target.js';
import { type SettingsOf, settingsGroup } from '../../model/kind/setting.js';

type TextureValues = {
  compress: boolean;
  target: TextureTarget;
  bc: BcChoice;
  astc: AstcChoice;
  hdrRaw: 'rgb9e5' | 'rgba16f';
  quality: TextureQuality;
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
    doc: 'true: block compression in the format of `target`. false: raw RGBA8 with Zstd, level 0 pixel-exact, never swizzled; HDR images use the format of `hdrRaw`.',
    affects: 'bytes',
  },
  target: {
    type: { is: 'choice', values: TEXTURE_TARGETS },
    default: 'universal',
    doc: 'Block format of compressed textures. universal: UASTC, which a loader transcodes for the GPU. The others need no transcoding: bc (desktops: BC7, BC5, BC4), astc (phones: ASTC, block size by `astc`), etc2 (older phones: ETC2, EAC). HDR images: UASTC HDR, BC6H and ASTC HDR; etc2 has no HDR blocks. Usually set by a preset.',
    affects: 'bytes',
  },
  bc: {
    type: { is: 'choice', values: BC_CHOICES },
    default: 'bc7',
    doc: 'For color and linear textures with the target bc. bc7: BC7. small: BC1 for opaque images, which needs half the memory, and BC3 for others; gradients show artifacts.',
    affects: 'bytes',
  },
  astc: {
    type: { is: 'choice', values: ASTC_CHOICES },
    default: '4x4',
    doc: 'Texels per block for the target astc. Every block takes 16 bytes, so larger blocks take less memory at lower quality: 4x4 8 bits per texel, 5x5 5.12, 6x6 3.56, 8x8 2, 12x12 0.89. auto: 5x5 for normal maps, 6x6 for others. HDR images use it too.',
    affects: 'bytes',
  },
  hdrRaw: {
    type: { is: 'choice', values: ['rgb9e5', 'rgba16f'] },
    default: 'rgb9e5',
    doc: 'Texel format of HDR images without blocks: with `compress: false`, and for the target etc2. rgb9e5: 4 bytes, 9 bits per color. rgba16f: 8 bytes, half floats. HDR images with alpha always use rgba16f.',
    affects: 'bytes',
  },
  quality: {
    type: {
      is: 'any',
      of: [
        { is: 'choice', values: QUALITY_LEVELS },
        {
          is: 'one',
          fields: {
            psnr: { is: 'number', min: 1, max: 99 },
            ssim: { is: 'number', min: 0, max: 1 },
            bytes: { is: 'size', min: 1 },
          },
        },
      ],
    },
    default: 'normal',
    doc: 'How thoroughly the block encoder searches. Higher levels take longer. draft is for previews: `assetc watch --draft` uses it for all textures. Or a number: `{ psnr: 40 }` and `{ ssim: 0.98 }` choose the smallest blocks that reach it, `{ bytes: 200 kB }` the best that fit. Then `bc` and `astc` are chosen, and `rdo` for UASTC and BC7. HDR images take normal.',
    affects: 'bytes',
  },
  role: {
    type: { is: 'choice', values: ['auto', 'color', 'linear', 'normal', 'grayscale'] },
    default: 'auto',
    doc: 'What the texels mean. auto: chosen by the name (`.n`, `.ao`, `.h`, `.r`, `suffixes`), or by the material slot that uses the image.',
    affects: 'bytes',
  },
  suffixes: {
    type: { is: 'map', of: { is: 'list', of: { is: 'text', isFilled: true } }, keys: TEXTURE_MODES },
    default: {},
    doc: 'Name endings before the extension that select a role: `{ normal: ["_normal", "_n"] }`. Case is ignored, and the longest match wins. `.n`, `.ao`, `.h` and `.r` always work. Not allowed in rules.',
    affects: 'nothing',
    notInRules: true,
    narrow: (value, path) => suffixesOfPath(suffixesIn(value), path),
  },
  profile: {
    type: { is: 'choice', values: ['apply', 'ignore'] },
    default: 'apply',
    doc: 'Whether colors are converted to sRGB if the file states another color space (profile, gamma or primaries). Applies only to color images, and not to images of glTF, which forbids it.',
    affects: 'bytes',
  },
  mips: {
    type: { is: 'boolean' },
    default: true,
    doc: 'Whether to write all mip levels down to 1×1, or only level 0.',
    affects: 'bytes',
  },
  mipFilter: {
    type: { is: 'choice', values: ['box', 'kaiser'] },
    default: 'box',
    doc: 'Filter for mips and maxSize. kaiser is sharper and slower. HDR images always use box.',
    affects: 'bytes',
  },
  maxSize: {
    type: { is: 'integer', min: 0, max: MAX_LIMIT },
    default: 0,
    doc: 'Maximum width and height in texels. Larger images are scaled down. 0: no limit.',
    affects: 'bytes',
  },
  limit: {
    type: { is: 'integer', min: 1, max: MAX_LIMIT },
    default: 16384,
    doc: 'Images wider or higher than this are rejected before they are decoded.',
    affects: 'bytes',
  },
  alphaCoverage: {
    type: { is: 'choice', values: ['auto', true, false] },
    default: 'auto',
    doc: 'Whether mips keep the share of texels that pass the alpha test. auto: for images of masked materials. true: for all, with a cutoff of 0.5 if no material states one.',
    affects: 'bytes',
  },
  wrap: {
    type: { is: 'choice', values: ['repeat', 'clamp'] },
    default: 'repeat',
    doc: 'How filters treat texels beyond the edge of the image.',
    affects: 'bytes',
  },
  supercompress: {
    type: { is: 'choice', values: ['auto', 'none', 'zstd'] },
    default: 'auto',
    doc: 'Compression of block-compressed levels. auto: none, so that levels can be memory-mapped, but zstd if rdo is above 0. Raw textures always use Zstd.',
    affects: 'bytes',
  },
  rdo: {
    type: { is: 'number', min: 0, max: 100 },
    default: 0,
    doc: 'Rate-distortion strength for UASTC, ASTC and BC7. Higher values make blocks that Zstd compresses better, at some loss. 0: off.',
    affects: 'bytes',
  },
  metric: {
    type: { is: 'choice', values: ['rgb', 'perceptual'] },
    default: 'rgb',
    doc: 'Error that the block encoder minimizes. rgb: all channels alike. perceptual: weighted as the eye sees color.',
    affects: 'bytes',
  },
  store: {
    type: { is: 'choice', values: ['source', 'shared'] },
    default: 'source',
    doc: "Where images of models are written. source: next to the model's outputs. shared: once for all models, as `tex/<hash>.ktx2`.",
    affects: 'place',
  },
  standalone: {
    type: { is: 'choice', values: ['all', 'unreferenced'] },
    default: 'unreferenced',
    doc: 'Which images are compiled under their own names. unreferenced: those that no model refers to, that a `.mat` file names, or whose exact path a rule matches. all: every image, so images of models are compiled twice. If neither the name nor `role` sets a role, the role comes from the models and material files that use the image.',
    affects: 'nothing',
  },
});

export type TextureSettings = SettingsOf<typeof textureSettings>;

/** The mode in the settings, else `defaultMode` from the name or the slot. */
export const modeOf = (settings: TextureSettings, defaultMode: TextureMode): TextureMode =>
  settings.role === 'auto' ? defaultMode : settings.role;

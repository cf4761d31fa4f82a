// Settings of the shader compiler.

import { MAX_COMBINATIONS } from '@assetc/formats';
import { type SettingsOf, type SettingType, settingsGroup } from '../../model/kind/setting.js';
import { DEFAULT_LIMITS } from './limits.js';

const VALUE: SettingType = {
  is: 'any',
  of: [{ is: 'text' }, { is: 'number', min: -1e15, max: 1e15 }, { is: 'boolean' }],
};

export const shaderSettings = settingsGroup<{
  matrixLayout: 'column' | 'row';
  include: readonly string[];
  defines: { readonly [name: string]: string | number | boolean };
  variants: readonly { readonly [name: string]: readonly (string | number | boolean)[] }[];
  excludeVariants: readonly {
    readonly [name: string]: string | number | boolean | readonly (string | number | boolean)[];
  }[];
  maxVariants: number;
  reflection: boolean;
  timeLimit: number;
  memoryLimit: number;
}>('shader', 'Compiling shaders to SPIR-V.', {
  matrixLayout: {
    type: { is: 'choice', values: ['column', 'row'] },
    default: 'column',
    doc: 'Layout of matrices in buffers, unless a declaration sets another one. Only for Slang: WGSL and GLSL are column-major.',
    affects: 'bytes',
  },
  include: {
    type: { is: 'list', of: { is: 'text' } },
    default: [],
    doc: 'Additional folders for `import` and `#include`, in order, relative to the input folder (`.`: the input folder itself).',
    affects: 'bytes',
  },
  defines: {
    type: {
      is: 'map',
      of: VALUE,
    },
    default: {},
    doc: 'Preprocessor macros for Slang and GLSL: name → value. true means 1, false leaves the name undefined.',
    affects: 'bytes',
  },
  variants: {
    type: { is: 'map', of: { is: 'list', of: VALUE }, ordered: true },
    default: [],
    doc: 'Macros with several values each: every combination is compiled, and variants.hvar lists them. true means 1, false leaves the name undefined.',
    affects: 'bytes',
  },
  excludeVariants: {
    type: {
      is: 'list',
      of: { is: 'map', of: { is: 'any', of: [VALUE, { is: 'list', of: VALUE }] } },
    },
    default: [],
    doc: 'Combinations of variants that are not compiled: all that have these values. A macro that is not named can have any value.',
    affects: 'bytes',
  },
  maxVariants: {
    type: { is: 'integer', min: 1, max: MAX_COMBINATIONS },
    default: 256,
    doc: 'The most combinations of variants that are compiled. If there are more, nothing is compiled.',
    affects: 'bytes',
  },
  reflection: {
    type: { is: 'boolean' },
    default: false,
    doc: 'Whether to write reflection.json: stage, inputs, outputs, bindings, push and specialization constants and workgroup size of every module.',
    affects: 'bytes',
  },
  timeLimit: {
    type: { is: 'number', min: 1, max: 3600 },
    default: DEFAULT_LIMITS.seconds,
    doc: 'Seconds of CPU time that a bundled compiler may use for one file. A shader that needs more fails alone. How busy the machine is does not matter.',
    affects: 'bytes',
  },
  memoryLimit: {
    type: { is: 'number', min: 64, max: 2048 },
    default: DEFAULT_LIMITS.megabytes,
    doc: 'Megabytes of memory that a bundled compiler may use for one file. A shader that needs more fails alone.',
    affects: 'bytes',
  },
});

export type ShaderSettings = SettingsOf<typeof shaderSettings>;

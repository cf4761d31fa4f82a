// The `environment` group of the configuration.

import { type SettingsOf, settingsGroup } from '../../model/kind/setting.js';

type EnvironmentValues = {
  size: number;
  rotate: number;
  exposure: number;
  clamp: number;
  light: 'auto' | boolean;
  levels: number;
};

export const environmentSettings = settingsGroup<EnvironmentValues>(
  'environment',
  'How skies become cube maps and light.',
  {
    size: {
      type: { is: 'integer', min: 0, max: 8192 },
      default: 0,
      doc: 'Width and height of the cube map faces in texels. 0: a quarter of the width of an equirectangular image, at most 1024; separate faces keep their size.',
      affects: 'bytes',
    },
    rotate: {
      type: { is: 'number', min: -360, max: 360 },
      default: 0,
      doc: 'Rotation of the sky around +Y in degrees. 90 moves what was at +X to −Z.',
      affects: 'bytes',
    },
    exposure: {
      type: { is: 'number', min: -24, max: 24 },
      default: 0,
      doc: 'Brightness of the sky in stops: 1 doubles it, −1 halves it.',
      affects: 'bytes',
    },
    clamp: {
      type: { is: 'number', min: 0, max: 1e9 },
      default: 0,
      doc: 'Maximum value of a channel after `exposure`, to avoid fireflies. The other channels are scaled along, so hues are kept. 0: no limit.',
      affects: 'bytes',
    },
    light: {
      type: { is: 'choice', values: ['auto', true, false] },
      default: 'auto',
      doc: 'Whether to write `<name>.ibl.ktx2`, the light for rough and diffuse surfaces. auto: for HDR images.',
      affects: 'bytes',
    },
    levels: {
      type: { is: 'integer', min: 0, max: 9 },
      default: 0,
      doc: 'Number of levels of `<name>.ibl.ktx2`, at least 2. Level n of N has roughness n / (N − 1). 0: down to 8×8 texels, which is 6 levels.',
      affects: 'bytes',
    },
  },
);

export type EnvironmentSettings = SettingsOf<typeof environmentSettings>;

// The `environment` group of the configuration.

import { type SettingsOf, settingsGroup } from '../../model/setting.js';

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
      doc: 'Width and height of the faces of the cube map. 0: a quarter of the width of an equirectangular image, at most 1024; faces keep their own.',
      affects: 'bytes',
    },
    rotate: {
      type: { is: 'number', min: -360, max: 360 },
      default: 0,
      doc: 'Degrees by which the sky is turned about +Y: 90 brings what lay at +X to −Z.',
      affects: 'bytes',
    },
    exposure: {
      type: { is: 'number', min: -24, max: 24 },
      default: 0,
      doc: 'Stops by which the sky is made brighter: 1 doubles it, −1 halves it.',
      affects: 'bytes',
    },
    clamp: {
      type: { is: 'number', min: 0, max: 1e9 },
      default: 0,
      doc: 'No channel becomes brighter than this, after `exposure`; the others fall with it, so that hues stay. Against fireflies. 0: no limit.',
      affects: 'bytes',
    },
    light: {
      type: { is: 'choice', values: ['auto', true, false] },
      default: 'auto',
      doc: 'Whether `<name>.ibl.ktx2` is written: light for rough and diffuse surfaces. auto: for images of high dynamic range.',
      affects: 'bytes',
    },
    levels: {
      type: { is: 'integer', min: 0, max: 9 },
      default: 0,
      doc: 'Levels of `<name>.ibl.ktx2`, from roughness 0 to 1 in even steps: level n of N has roughness n / (N − 1). 0: as many as end at 8×8 texels, which is 6. At least 2.',
      affects: 'bytes',
    },
  },
);

export type EnvironmentSettings = SettingsOf<typeof environmentSettings>;

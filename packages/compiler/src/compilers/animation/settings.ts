// The `animation` group of the configuration.

import { type SettingsOf, settingsGroup } from '../../model/setting.js';

type AnimationValues = { tolerance: number };

export const animationSettings = settingsGroup<AnimationValues>('animation', 'How clips are stored.', {
  tolerance: {
    type: { is: 'number', min: 0, max: 1e9 },
    default: 0,
    doc: "Leave out linear keys that interpolation restores within this error, in the joint's own units. 0: keep every key.",
    affects: 'bytes',
  },
});

export type AnimationSettings = SettingsOf<typeof animationSettings>;

// The `animation` group of the configuration.

import { type SettingsOf, settingsGroup } from '../../model/kind/setting.js';

type AnimationValues = { tolerance: number; nodes: 'auto' | 'off'; skeleton: string; maxKeys: number };

export const animationSettings = settingsGroup<AnimationValues>('animation', 'How clips are stored.', {
  tolerance: {
    type: { is: 'number', min: 0, max: 1e9 },
    default: 0,
    doc: "Remove linear keys that interpolation reproduces within this error, in the joint's own units. 0: keep every key.",
    affects: 'bytes',
  },
  nodes: {
    type: { is: 'choice', values: ['auto', 'off'] },
    default: 'auto',
    doc: 'auto: nodes that clips move become joints, and their meshes are bound to them, which costs 24 bytes per vertex in such files. off: only skins move.',
    affects: 'bytes',
  },
  skeleton: {
    type: { is: 'text' },
    default: '',
    doc: "Path of a glTF or FBX file, relative to the input folder. The clips of this file move the joints of that one, matched by name. '': the clips move the file's own joints.",
    affects: 'bytes',
  },
  maxKeys: {
    type: { is: 'integer', min: 1, max: 0xffffffff },
    default: 16_000_000,
    doc: 'Maximum number of keys of all clips of one model. A channel counts once for each joint that it moves. The clips of `.hscene` are counted separately.',
    affects: 'bytes',
  },
});

export type AnimationSettings = SettingsOf<typeof animationSettings>;

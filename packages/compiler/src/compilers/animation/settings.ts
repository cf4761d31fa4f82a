// The `animation` group of the configuration.

import { type SettingsOf, settingsGroup } from '../../model/setting.js';

type AnimationValues = { tolerance: number; nodes: 'auto' | 'off'; skeleton: string; maxKeys: number };

export const animationSettings = settingsGroup<AnimationValues>('animation', 'How clips are stored.', {
  tolerance: {
    type: { is: 'number', min: 0, max: 1e9 },
    default: 0,
    doc: "Leave out linear keys that interpolation restores within this error, in the joint's own units. 0: keep every key.",
    affects: 'bytes',
  },
  nodes: {
    type: { is: 'choice', values: ['auto', 'off'] },
    default: 'auto',
    doc: 'auto: nodes that clips move become joints, and what they carry is bound to them, which costs 24 bytes a vertex in such files. off: only skins move.',
    affects: 'bytes',
  },
  skeleton: {
    type: { is: 'text' },
    default: '',
    doc: "A glTF file, by its path from the input root, whose joints the clips move: those with the names of the file's own nodes. '': the file's own joints.",
    affects: 'bytes',
  },
  maxKeys: {
    type: { is: 'integer', min: 1, max: 0xffffffff },
    default: 16_000_000,
    doc: 'The most keys of all clips of one model. A channel counts once for each joint that it moves; the clips of `.hscene` are counted by themselves.',
    affects: 'bytes',
  },
});

export type AnimationSettings = SettingsOf<typeof animationSettings>;

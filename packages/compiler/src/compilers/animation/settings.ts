// The `animation` group of the configuration.

import { type SettingsOf, settingsGroup } from '../../model/kind/setting.js';

type AnimationValues = {
  tolerance: number;
  nodes: 'auto' | 'off';
  skeleton: string;
  compression: 'none' | 'auto' | 'both';
  error: number;
  rate: number;
  precise: readonly string[];
  additive: readonly string[];
  reference: string;
  maxKeys: number;
};

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
  compression: {
    type: { is: 'choice', values: ['none', 'auto', 'both'] },
    default: 'none',
    doc: 'none: clips are keys, in `.hanim` and `.hanimx`. auto: they are compressed, in `.hclip` instead. both: all of these files.',
    affects: 'bytes',
  },
  error: {
    type: { is: 'number', min: 1e-9, max: 1e9 },
    default: 0.0001,
    doc: 'How far a compressed clip may move a point of the mesh from where the source moves it, in the units of the mesh (meters in glTF).',
    affects: 'bytes',
  },
  rate: {
    type: { is: 'number', min: 0, max: 1000 },
    default: 0,
    doc: 'Samples per second of compressed clips. 0: as the keys of each clip are spaced.',
    affects: 'bytes',
  },
  precise: {
    type: { is: 'list', of: { is: 'text' } },
    default: [],
    doc: 'Names of joints, with * and ?, that may be off by only a tenth of `error` in compressed clips, for example [hand_*, foot_*].',
    affects: 'bytes',
  },
  additive: {
    type: { is: 'list', of: { is: 'text' } },
    default: [],
    doc: 'Names of clips, with * and ?, that compressed files store as differences from a pose, to be added to other motions, for example [aim_*, hit_*].',
    affects: 'bytes',
  },
  reference: {
    type: { is: 'text' },
    default: '',
    doc: "Name of the clip of the same file whose start additive clips are relative to. '': each is relative to its own start.",
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

// The `mesh` group of the configuration, but for the choice of a runtime: runtimes/format-settings.ts.

import { type SettingsOf, settingsGroup } from '../../model/setting.js';

/** A type, not an interface: only types fit where a record of settings is asked for. */
type MeshValues = {
  merge: boolean;
  scene: string | number;
  lods: readonly number[];
  lodError: number;
  tangents: 'mikktspace' | 'fast' | 'none';
};

export const meshSettings = settingsGroup<MeshValues>('mesh', 'How models become meshes.', {
  merge: {
    type: { is: 'boolean' },
    default: true,
    doc: 'Bake node transforms into the vertices. Off: source-local geometry, placed by a NODE chunk.',
    affects: 'bytes',
  },
  scene: {
    type: { is: 'any', of: [{ is: 'integer', min: 0, max: 0xffffffff }, { is: 'text' }] },
    default: 'auto',
    doc: 'Which glTF scene is compiled: auto, all, an index or a name.',
    affects: 'bytes',
  },
  lods: {
    type: { is: 'list', of: { is: 'number', min: 0, max: 1 }, maxLength: 8 },
    default: [0.5, 0.25],
    doc: 'Share of the triangles that each reduced level aims at. Empty: no reduced levels.',
    affects: 'bytes',
  },
  lodError: {
    type: { is: 'number', min: 0, max: 1 },
    default: 0.05,
    doc: "How far a reduced level may stray, relative to the mesh's size.",
    affects: 'bytes',
  },
  tangents: {
    type: { is: 'choice', values: ['mikktspace', 'fast', 'none'] },
    default: 'mikktspace',
    doc: 'How missing tangents are made. fast: about 15 times faster, and a few differ from MikkTSpace.',
    affects: 'bytes',
  },
});

export type MeshSettings = SettingsOf<typeof meshSettings>;

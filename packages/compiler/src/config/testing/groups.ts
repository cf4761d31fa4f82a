// Settings groups for the tests of the configuration: one setting of every type, independent of the real groups.

import { type SettingsGroup, settingsGroup } from '../../model/kind/setting.js';

const texture = settingsGroup<{
  compress: boolean;
  quality: string;
  maxSize: number;
  alphaCoverage: string | boolean;
  rdo: number;
}>('texture', 'How images are compiled.', {
  compress: { type: { is: 'boolean' }, default: true, doc: 'Block compression.', affects: 'bytes' },
  quality: {
    type: { is: 'choice', values: ['normal', 'fast', 'high', 'max'] },
    default: 'normal',
    doc: 'Effort.',
    affects: 'bytes',
  },
  maxSize: { type: { is: 'integer', min: 0, max: 16384 }, default: 0, doc: 'Largest side.', affects: 'bytes' },
  alphaCoverage: {
    type: { is: 'choice', values: ['auto', true, false] },
    default: 'auto',
    doc: 'Coverage.',
    affects: 'bytes',
  },
  rdo: { type: { is: 'number', min: 0, max: 10 }, default: 0, doc: 'Rate.', affects: 'bytes' },
});

const mesh = settingsGroup<{ merge: boolean; lods: readonly number[]; scene: string | number; label: string }>(
  'mesh',
  'How models are compiled.',
  {
    merge: { type: { is: 'boolean' }, default: true, doc: 'One mesh.', affects: 'bytes' },
    lods: {
      type: { is: 'list', of: { is: 'number', min: 0, max: 1 }, maxLength: 8 },
      default: [0.5, 0.25],
      doc: 'Levels.',
      affects: 'bytes',
    },
    scene: {
      type: { is: 'any', of: [{ is: 'integer', min: 0, max: 1e6 }, { is: 'text' }] },
      default: 'auto',
      doc: 'Scene.',
      affects: 'bytes',
    },
    label: { type: { is: 'text' }, default: '', doc: 'A name.', affects: 'bytes' },
  },
);

const font = settingsGroup<{
  variations: Readonly<Record<string, number>>;
  atlas: { readonly padding: number; readonly field: string };
}>('font', 'How fonts are compiled.', {
  atlas: {
    type: {
      is: 'record',
      fields: {
        padding: { is: 'integer', min: 0, max: 8, doc: 'Texels.' },
        field: { is: 'choice', values: ['sdf', 'msdf'], doc: 'Distances.' },
      },
    },
    default: { padding: 2, field: 'sdf' },
    doc: 'The atlas.',
    affects: 'bytes',
  },
  variations: {
    type: { is: 'map', of: { is: 'number', min: -1000, max: 1000 } },
    default: {},
    doc: 'Axes.',
    affects: 'bytes',
  },
});

export const testGroups: readonly SettingsGroup[] = [texture, mesh, font];

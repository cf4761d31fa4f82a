// The `lut` group of the configuration.

import { type SettingsOf, settingsGroup } from '../../model/kind/setting.js';

type LutValues = { format: 'rgba8' | 'rgba16f' };

export const lutSettings = settingsGroup<LutValues>('lut', 'How color lookup tables are stored.', {
  format: {
    type: { is: 'choice', values: ['rgba8', 'rgba16f'] },
    default: 'rgba8',
    doc: 'rgba8 clamps values to 0 to 1. rgba16f keeps the values of HDR tables.',
    affects: 'bytes',
  },
});

export type LutSettings = SettingsOf<typeof lutSettings>;

// Settings of the font compiler.

import { type SettingsOf, settingsGroup } from '../../model/setting.js';

export const fontSettings = settingsGroup<{
  size: number;
  spread: number;
  charset: string | readonly string[];
  field: 'sdf' | 'msdf';
  variations: { readonly [axis: string]: number };
  face: number;
}>('font', 'Compiling fonts to distance fields.', {
  size: {
    type: { is: 'integer', min: 8, max: 1024 },
    default: 48,
    doc: 'Texels per em in the atlas.',
    affects: 'bytes',
  },
  spread: {
    type: { is: 'number', min: 1, max: 64 },
    default: 6,
    doc: 'Texels from the edge to the end of the distance range, inside and outside; room for outlines and glows.',
    affects: 'bytes',
  },
  charset: {
    type: { is: 'any', of: [{ is: 'text' }, { is: 'list', of: { is: 'text' } }] },
    default: 'latin1',
    doc: 'latin1, ascii, a list of ranges and characters such as ["ascii", "U+0400-04FF", "€"], or a text file of the input whose characters are used.',
    affects: 'bytes',
  },
  field: {
    type: { is: 'choice', values: ['sdf', 'msdf'] },
    default: 'sdf',
    doc: 'sdf: one distance; msdf: three, which keep corners sharp.',
    affects: 'bytes',
  },
  variations: {
    type: { is: 'map', of: { is: 'number', min: -1e6, max: 1e6 } },
    default: {},
    doc: 'Axes of a variable font: {wght: 700}. The default instance where empty.',
    affects: 'bytes',
  },
  face: {
    type: { is: 'integer', min: 0, max: 65535 },
    default: 0,
    doc: 'Which font of a collection (.ttc), counted from 0.',
    affects: 'bytes',
  },
});

export type FontSettings = SettingsOf<typeof fontSettings>;

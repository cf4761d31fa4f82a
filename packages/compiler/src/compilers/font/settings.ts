// Settings of the font compiler.

import { type SettingsOf, settingsGroup } from '../../model/kind/setting.js';

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
    doc: 'Distance range in texels, on both sides of the edge. Outlines and glows need a larger one.',
    affects: 'bytes',
  },
  charset: {
    type: { is: 'any', of: [{ is: 'text' }, { is: 'list', of: { is: 'text' } }] },
    default: 'latin1',
    doc: 'latin1, ascii, a list of ranges and characters such as ["ascii", "U+0400-04FF", "€"], or the path of a text file in the input folder that contains the characters.',
    affects: 'bytes',
  },
  field: {
    type: { is: 'choice', values: ['sdf', 'msdf'] },
    default: 'sdf',
    doc: 'sdf: one distance per texel. msdf: three, which keep corners sharp.',
    affects: 'bytes',
  },
  variations: {
    type: { is: 'map', of: { is: 'number', min: -1e6, max: 1e6 } },
    default: {},
    doc: 'Axes of a variable font: {wght: 700}. Empty: the default instance.',
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

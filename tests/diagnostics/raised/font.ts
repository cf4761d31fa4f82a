// Fonts, and settings that do not fit them.

import {
  type TinyFont,
  type TinyGlyph,
  writeTinyFont,
} from '../../../packages/compiler/src/kinds/font/testing/tiny-font.js';
import { building, type RowsOf } from '../raise.js';

const square = (size: number): TinyGlyph['contours'][number] => [
  [0, 0],
  [0, size],
  [size, size],
  [size, 0],
];
const NOTDEF: TinyGlyph = { codepoint: 0, advance: 500, contours: [] };
const LETTER: TinyGlyph = { codepoint: 65, advance: 500, contours: [square(500)] };
const fontOf = (more: Partial<TinyFont> = {}) => writeTinyFont({ glyphs: [NOTDEF, LETTER], ...more });
const PLAIN = fontOf();
const VARIABLE = fontOf({
  glyphs: [NOTDEF, { ...LETTER, deltas: square(500).map(() => [10, 0] as const) }],
  axis: { tag: 'wght', min: 100, default: 400, max: 900 },
});

const font = (bytes: Uint8Array, settings: object = {}) =>
  building({ 'a.ttf': bytes }, { font: { charset: ['A'], size: 16, ...settings } });

/** A web font with one table that claims to have two gigabytes. */
function bomb(): Uint8Array {
  const bytes = Buffer.alloc(44 + 20 + 4);
  bytes.write('wOFF', 0, 'latin1');
  bytes.writeUInt32BE(0x10000, 4);
  bytes.writeUInt32BE(bytes.length, 8);
  bytes.writeUInt16BE(1, 12);
  bytes.write('glyf', 44, 'latin1');
  bytes.writeUInt32BE(64, 48);
  bytes.writeUInt32BE(4, 52);
  bytes.writeUInt32BE(0x7fffffff, 56);
  return bytes;
}

function withoutOutlines(): Uint8Array {
  const bytes = Buffer.from(PLAIN);
  bytes.write('bitm', bytes.indexOf('glyf'), 'latin1');
  return bytes;
}

/** Teeth one unit wide: four edges each. */
const comb = Array.from({ length: 20_004 }, (_, i): readonly [number, number] => [
  (i >> 1) % 1000,
  i % 4 === 1 || i % 4 === 2 ? 700 : i >> 8,
]);
const many = Array.from(
  { length: 2000 },
  (_, i): TinyGlyph => ({ codepoint: 0x4e00 + i, advance: 1000, contours: [square(1000)] }),
);

export const fontRows: RowsOf<'font'> = {
  'font/empty': font(new Uint8Array(0)),
  'font/not-a-font': font(Buffer.from('this is no font at all')),
  'font/unknown-face': font(PLAIN, { face: 1 }),
  'font/too-large': font(bomb()),
  'font/damaged': font(PLAIN.subarray(0, PLAIN.length / 2)),
  'font/no-outlines': font(withoutOutlines()),
  'font/no-characters': font(PLAIN, { charset: ['Ж'] }),
  'font/missing-characters': font(PLAIN, { charset: ['A', 'Ж'] }),
  'font/blank-characters': font(fontOf({ glyphs: [NOTDEF, LETTER, { ...LETTER, codepoint: 66, contours: [] }] }), {
    charset: ['AB'],
  }),
  'font/bad-charset': font(PLAIN, { charset: ['U+0041-0040'] }),
  'font/unknown-axis': font(PLAIN, { variations: { wght: 700 } }),
  'font/axis-clamped': font(VARIABLE, { variations: { wght: 9000 } }),
  'font/too-complex': font(fontOf({ glyphs: [NOTDEF, { ...LETTER, contours: [comb] }] })),
  'font/atlas-too-large': font(fontOf({ glyphs: [NOTDEF, ...many] }), { charset: ['U+4E00-55CF'], size: 512 }),
};

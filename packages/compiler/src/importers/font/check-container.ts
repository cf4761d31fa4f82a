// Refuses, in words, whatever is no plain TrueType or OpenType file, before HarfBuzz sees it: HarfBuzz reads what it cannot understand as
// a font without glyphs.

import { AssetError } from '../../diagnostics/diagnostic.js';

const HEADER_BYTES = 12;
const RECORD_BYTES = 16;
const REQUIRED = ['cmap', 'head', 'hhea', 'hmtx', 'maxp'];
const OUTLINES = ['glyf', 'CFF ', 'CFF2'];
const PACKED: { readonly [tag: string]: string } = {
  wOFF: 'a WOFF web font',
  wOF2: 'a WOFF2 web font',
  ttcf: 'a collection of fonts (TTC)',
};

export function checkContainer(bytes: Uint8Array, file: string): void {
  if (bytes.length === 0)
    throw new AssetError({
      code: 'font/empty',
      file,
      message: 'the file is empty',
      hint: 'Copy or export the font again',
    });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tag = tagAt(bytes, 0);
  const packed = PACKED[tag];
  if (packed !== undefined)
    throw new AssetError({
      code: 'font/packed',
      file,
      where: { offset: 0 },
      message: `the file is ${packed}`,
      hint: tag === 'ttcf' ? 'Extract the one font that you need as .ttf' : 'Unpack it to a plain .ttf or .otf',
    });
  if (!['\0\x01\0\0', 'OTTO', 'true'].includes(tag) || bytes.length < HEADER_BYTES)
    throw new AssetError({
      code: 'font/not-a-font',
      file,
      where: { offset: 0 },
      message: 'the file is neither TrueType nor OpenType',
      hint: 'Export the font as TrueType or OpenType',
    });
  const count = view.getUint16(4);
  const damaged = (offset: number, message: string): AssetError =>
    new AssetError({
      code: 'font/damaged',
      file,
      where: { offset },
      message,
      hint: 'Download or export the font again',
    });
  if (HEADER_BYTES + count * RECORD_BYTES > bytes.length)
    throw damaged(4, `a directory of ${count} tables does not fit into ${bytes.length} bytes`);
  const tables = new Map<string, number>();
  for (let i = 0; i < count; i++) {
    const at = HEADER_BYTES + i * RECORD_BYTES;
    const name = tagAt(bytes, at);
    const offset = view.getUint32(at + 8);
    const length = view.getUint32(at + 12);
    if (offset > bytes.length || length > bytes.length - offset)
      throw damaged(at, `table ${name.trim()} lies at ${offset} with ${length} bytes, past the end of the file`);
    tables.set(name, length);
  }
  const missing = REQUIRED.find((name) => !tables.get(name));
  if (missing !== undefined) throw damaged(HEADER_BYTES, `table ${missing} is missing or empty`);
  if (!OUTLINES.some((name) => tables.get(name)))
    throw new AssetError({
      code: 'font/no-outlines',
      file,
      message: 'the font has no outlines (no glyf, CFF or CFF2 table)',
      hint: 'Use a font with outlines',
    });
}

const tagAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

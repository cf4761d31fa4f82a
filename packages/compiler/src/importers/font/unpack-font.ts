// Unpacks a font from any container: TrueType, OpenType, WOFF, WOFF2, and collections, from which `face` is chosen.

import { AssetError } from '../../diagnostics/diagnostic.js';
import { damaged, readSfnt, type Sfnt, tagAt, viewOf } from './sfnt.js';

const PLAIN = ['\0\x01\0\0', 'OTTO', 'true'];

/** The container is detected from the first bytes, not from the file name. */
export async function unpackFont(bytes: Uint8Array, file: string, face: number): Promise<Sfnt> {
  if (bytes.length === 0)
    throw new AssetError({
      code: 'font/empty',
      file,
      message: 'the file is empty',
      hint: 'Copy or export the font again.',
    });
  const tag = tagAt(bytes, 0);
  if (tag === 'wOF2') {
    const { readWoff2 } = await import('./woff2.js');
    const { count, font } = readWoff2(bytes, file);
    checkFace(face, count, file);
    return font(face);
  }
  if (tag === 'ttcf') return readCollection(bytes, file, face);
  if (tag === 'wOFF' || (PLAIN.includes(tag) && bytes.length >= 12)) {
    checkFace(face, 1, file);
    return tag === 'wOFF' ? (await import('./woff.js')).readWoff(bytes, file) : readSfnt(bytes, file);
  }
  throw new AssetError({
    code: 'font/not-a-font',
    file,
    where: { offset: 0 },
    message: 'the file is not a TrueType, OpenType, WOFF or WOFF2 font',
    hint: 'Export the font as TrueType or OpenType.',
  });
}

function readCollection(bytes: Uint8Array, file: string, face: number): Sfnt {
  const view = viewOf(bytes);
  if (bytes.length < 12) throw damaged(file, bytes.length, 'the header of the collection is cut off');
  const count = view.getUint32(8);
  if (12 + count * 4 > bytes.length)
    throw damaged(file, 8, `a collection of ${count} fonts does not fit into ${bytes.length} bytes`);
  checkFace(face, count, file);
  return readSfnt(bytes, file, view.getUint32(12 + face * 4));
}

function checkFace(face: number, count: number, file: string): void {
  if (face < count) return;
  throw new AssetError({
    code: 'font/unknown-face',
    file,
    message: `font.face is ${face}, but the file contains ${count === 1 ? 'one font' : `${count} fonts`}`,
    hint: count > 1 ? `Set font.face to a number from 0 to ${count - 1}.` : 'Remove font.face.',
  });
}

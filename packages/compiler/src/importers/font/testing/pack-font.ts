// Packs plain fonts for tests: WOFF with zlib, and collections.

import { deflateSync } from 'node:zlib';
import { readSfnt, viewOf } from '../sfnt.js';

export function packWoff(plain: Uint8Array): Uint8Array {
  const { flavor, tables } = readSfnt(plain, 'plain');
  const entries = [...tables].map(([name, table]) => {
    const packed = deflateSync(table);
    return { name, table, stored: packed.length < table.length ? packed : table };
  });
  let at = 44 + entries.length * 20;
  const size = entries.reduce((sum, { stored }) => sum + Math.ceil(stored.length / 4) * 4, at);
  const bytes = new Uint8Array(size);
  const view = viewOf(bytes);
  view.setUint32(0, 0x774f4646);
  view.setUint32(4, flavor);
  view.setUint32(8, size);
  view.setUint16(12, entries.length);
  for (const [i, { name, table, stored }] of entries.entries()) {
    const record = 44 + i * 20;
    for (let c = 0; c < 4; c++) bytes[record + c] = name.charCodeAt(c);
    view.setUint32(record + 4, at);
    view.setUint32(record + 8, stored.length);
    view.setUint32(record + 12, table.length);
    bytes.set(stored, at);
    at += Math.ceil(stored.length / 4) * 4;
  }
  return bytes;
}

/** Concatenates whole files; the offsets in each are adjusted. */
export function packCollection(fonts: readonly Uint8Array[]): Uint8Array {
  let at = 12 + fonts.length * 4;
  const starts = fonts.map((font) => {
    const start = at;
    at += Math.ceil(font.length / 4) * 4;
    return start;
  });
  const bytes = new Uint8Array(at);
  const view = viewOf(bytes);
  view.setUint32(0, 0x74746366);
  view.setUint32(4, 0x10000);
  view.setUint32(8, fonts.length);
  for (const [i, font] of fonts.entries()) {
    const start = starts[i] ?? 0;
    view.setUint32(12 + i * 4, start);
    bytes.set(font, start);
    for (let t = 0; t < view.getUint16(start + 4); t++) {
      const record = start + 12 + t * 16;
      view.setUint32(record + 8, view.getUint32(record + 8) + start);
    }
  }
  return bytes;
}

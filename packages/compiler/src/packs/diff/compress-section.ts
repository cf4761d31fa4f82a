// Compresses the bytes of a section. Literals have the old bytes as their dictionary, so what both share costs next to nothing.

import { type EncodedSection, encodePlan, type StoredBytes } from '@assetc/formats';
import type { Zstd } from '../../encoding/zstd.js';
import type { RawSection } from './section-builder.js';

/** 20 and above need windows that decoders may refuse, and gain nothing on 4 MiB. */
const LEVEL = 19;
/** Tells whether bytes can be compressed at all, in a tenth of the time. */
const QUICK_LEVEL = 3;
const INCOMPRESSIBLE = 0.995;
const EMPTY = new Uint8Array(0);

/** The smaller of a frame and the bytes themselves. */
function storeSmaller(zstd: Zstd, bytes: Uint8Array, dictionary: Uint8Array = EMPTY): StoredBytes {
  if (bytes.length === 0) return { byteLength: 0, stored: bytes };
  let frame = zstd.compressWith(bytes, dictionary, QUICK_LEVEL);
  if (bytes.length < 4096 || frame.length < bytes.length * INCOMPRESSIBLE) {
    const best = zstd.compressWith(bytes, dictionary, LEVEL);
    if (best.length <= frame.length) frame = best;
  }
  return { byteLength: bytes.length, stored: frame.length < bytes.length ? frame : bytes };
}

export function compressSection(zstd: Zstd, raw: RawSection, dictionary: Uint8Array): EncodedSection {
  return {
    isTable: false,
    plan: storeSmaller(zstd, encodePlan(raw)),
    literals: storeSmaller(zstd, raw.literals, dictionary),
    differences: storeSmaller(zstd, raw.differences),
    dictionaryBytes: dictionary.length,
  };
}

/** The columns of the new table, with those of the old one as dictionary. */
export function compressTable(zstd: Zstd, columns: Uint8Array, dictionary: Uint8Array): EncodedSection {
  const none = { byteLength: 0, stored: EMPTY };
  const literals = storeSmaller(zstd, columns, dictionary);
  return { isTable: true, plan: none, literals, differences: none, dictionaryBytes: dictionary.length };
}

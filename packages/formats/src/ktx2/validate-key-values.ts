// The rules for KTX2 key/value data. Keys that begin with KTX are defined by the specification, each with a format.

import type { Problems } from '../core/problem.js';
import { compareBytes, writeText } from '../core/text.js';
import type { Ktx2HeaderFields } from './layout.js';
import { IRRADIANCE_KEY, irradianceIn } from './light.js';
import { type PlacedKeyValue, textValue } from './read-key-values.js';

/** Returns what the value must be, or undefined if it is valid. */
type ValueRule = (entry: PlacedKeyValue, header: Ktx2HeaderFields) => string | undefined;

const text =
  (pattern: (header: Ktx2HeaderFields) => RegExp, wanted: string): ValueRule =>
  (entry, header) => {
    const value = textValue([entry], entry.key);
    return value !== undefined && pattern(header).test(value) ? undefined : wanted;
  };

const sized =
  (bytes: number): ValueRule =>
  ({ value }) =>
    value.byteLength === bytes ? undefined : `${bytes} bytes`;

function orientation(header: Ktx2HeaderFields): RegExp {
  if (header.pixelHeight === 0) return /^[rl]$/;
  return header.pixelDepth === 0 ? /^[rl][du]$/ : /^[rl][du][oi]$/;
}

function cubemapIncomplete({ value }: PlacedKeyValue, header: Ktx2HeaderFields): string | undefined {
  const faces = value[0] ?? 0;
  if (value.byteLength !== 1 || faces === 0 || faces > 0x3f) return 'one byte with bits 0–5';
  let count = 0;
  for (let bit = 0; bit < 6; bit++) count += (faces >> bit) & 1;
  if (header.faceCount !== 1 || header.layerCount === 0 || header.layerCount % count !== 0) {
    return `with faceCount 1 and a layerCount that is a multiple of ${count}`;
  }
  return undefined;
}

/** This many finite f32. */
const irradiance: ValueRule = ({ value }, header) => {
  if (header.faceCount !== 6) return 'used with a cubemap';
  return irradianceIn(value) === undefined ? '27 finite f32' : undefined;
};

const KNOWN: Readonly<Record<string, ValueRule>> = {
  KTXcubemapIncomplete: cubemapIncomplete,
  KTXorientation: text(orientation, 'one letter per dimension: r or l, d or u, o or i'),
  KTXglFormat: sized(12),
  KTXdxgiFormat__: sized(4),
  KTXmetalPixelFormat: sized(4),
  KTXswizzle: text(() => /^[rgba01]{4}$/, 'four letters of rgba01'),
  KTXwriter: text(() => /^/, 'UTF-8 text'),
  KTXwriterScParams: text(() => /^/, 'UTF-8 text'),
  KTXastcDecodeMode: text(() => /^(rgb9e5|unorm8)$/, 'rgb9e5 or unorm8'),
  [IRRADIANCE_KEY]: irradiance,
  KTXanimData: (entry, header) =>
    sized(12)(entry, header) ?? (header.layerCount > 0 ? undefined : 'used with an array texture'),
};

export function checkKeyValues(
  header: Ktx2HeaderFields,
  bytes: Uint8Array,
  entries: readonly PlacedKeyValue[],
  problems: Problems,
): void {
  const end = header.kvdByteOffset + header.kvdByteLength;
  const seen = new Set<string>();
  for (const [i, entry] of entries.entries()) {
    const field = `KVD[${i}]`;
    const { key, offset } = entry;
    if (key === '') problems.add('bad-value', offset + 4, `${field}.key`, 'must not be empty');
    if (key.startsWith('\uFEFF')) problems.add('bad-text', offset + 4, `${field}.key`, 'must not begin with a BOM');
    if (seen.has(key)) problems.add('duplicate', offset + 4, `${field}.key`, `${JSON.stringify(key)} occurs twice`);
    const before = entries[i - 1];
    if (before !== undefined && compareBytes(writeText(before.key), writeText(key)) > 0) {
      problems.add('bad-order', offset + 4, `${field}.key`, `must sort after ${JSON.stringify(before.key)}`);
    }
    seen.add(key);
    if (Object.hasOwn(KNOWN, key)) {
      const wanted = KNOWN[key]?.(entry, header);
      const valueOffset = entry.end - entry.value.byteLength;
      if (wanted !== undefined) problems.add('bad-value', valueOffset, `${field}.value`, `${key} must be ${wanted}`);
    } else if (/^(KTX|ktx)/.test(key)) {
      problems.add('bad-value', offset + 4, `${field}.key`, `${JSON.stringify(key)} is reserved and not defined`);
    }
    const next = entries[i + 1]?.offset ?? end;
    for (let at = entry.end; at < next; at++) {
      if (bytes[at] !== 0) problems.add('bad-value', at, `${field}.padding`, 'must be zero');
    }
  }
  if (seen.has('KTXwriterScParams') && !seen.has('KTXwriter')) {
    problems.add('missing', header.kvdByteOffset, 'KVD', 'KTXwriterScParams needs KTXwriter');
  }
}

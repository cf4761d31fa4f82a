// Checks whether a JSON text is small enough to parse: parsing takes up to twenty times the memory of the text; a repeated `{},` is the worst.

import { AssetError } from '../../../diagnostics/diagnostic.js';
import { holdLimit, type SceneLimits } from '../../../model/scene/scene-limits.js';

const MEGABYTE = 1_000_000;
/** Eight million take about 800 MB if each is an empty object; 200,000 nodes with full transforms have three million. */
const MAX_VALUES = 8_000_000;
/** Every value except the last is followed by a byte that is not part of it. */
const MIN_VALUE_BYTES = 2;

export function checkJson(file: string, bytes: Uint8Array, limits: SceneLimits): void {
  if (bytes.length === 0)
    throw new AssetError({
      code: 'gltf/bad-json',
      file,
      where: { line: 1, column: 1 },
      message: 'the file, or its JSON chunk, is empty',
    });
  const megabytes = Math.ceil(bytes.length / MEGABYTE);
  const at = { file, where: { pointer: '' } };
  holdLimit('gltf/too-large', limits, 'maxJson', megabytes, 'megabytes of JSON', at);
  if (bytes.length < MAX_VALUES * MIN_VALUE_BYTES) return;
  const values = countValues(bytes);
  if (values > MAX_VALUES)
    throw new AssetError({
      code: 'gltf/too-large',
      ...at,
      message: `the JSON has ${values} brackets and commas; the limit is ${MAX_VALUES}`,
      hint: 'Split the file.',
    });
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const BRACKET = 0x5b;
const BRACE = 0x7b;

/** An upper bound for the number of values: opening brackets and commas outside strings. */
export function countValues(bytes: Uint8Array): number {
  let values = 1;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === COMMA || byte === BRACKET || byte === BRACE) values++;
    else if (byte === QUOTE) i = endOfString(bytes, i);
  }
  return values;
}

/** Quotes are found with indexOf: data URIs have millions of bytes between theirs. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; ; at++) {
    at = bytes.indexOf(QUOTE, at);
    if (at < 0) return bytes.length;
    let slashes = 0;
    while (bytes[at - 1 - slashes] === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return at;
  }
}

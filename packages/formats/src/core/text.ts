// UTF-8 text inside files: strict in both directions, so that text which is read and written again keeps its bytes.

import { FormatError } from './format-error.js';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** The text of `bytes[start, end)`, or a FormatError at `start` if it is cut off or not UTF-8. */
export function readText(bytes: Uint8Array, start: number, end: number, what: string): string {
  if (end > bytes.byteLength) throw new FormatError('truncated', start, `${what} needs ${end - start} bytes`);
  try {
    return decoder.decode(bytes.subarray(start, end));
  } catch {
    throw new FormatError('bad-text', start, `${what} is not valid UTF-8`);
  }
}

/** Rejects lone surrogates: an encoder would silently replace them. */
export function writeText(text: string): Uint8Array {
  if (/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text)) {
    throw new Error(`${JSON.stringify(text)} contains a lone surrogate`);
  }
  return encoder.encode(text);
}

/** Orders byte strings like memcmp; of equal prefixes the shorter one is first. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

// Cuts out of a file's bytes what a BytesRef names: a range, or a data URI at a JSON pointer and a range of that.

import { AssetError } from '../diagnostics/diagnostic.js';
import type { BytesRef } from '../model/kind.js';

export function cutBytes(file: Uint8Array, ref: BytesRef): Uint8Array {
  const whole = ref.pointer === undefined ? file : decodeDataUri(textAt(file, ref, ref.pointer), ref);
  const offset = ref.offset ?? 0;
  const length = ref.length ?? whole.length - offset;
  if (
    !Number.isInteger(offset) ||
    !Number.isInteger(length) ||
    offset < 0 ||
    length < 0 ||
    offset + length > whole.length
  )
    throw bad(ref, `bytes ${offset} to ${offset + length} were asked for, but there are only ${whole.length}`);
  return whole.subarray(offset, offset + length);
}

function bad(ref: BytesRef, message: string): AssetError {
  const where = ref.pointer === undefined ? { offset: ref.offset ?? 0 } : { pointer: ref.pointer };
  const hint = 'Export the source again; the range or the data URI that it names is broken';
  return new AssetError({ code: 'build/bad-reference', file: ref.file, where, message, hint });
}

/** A .glb's JSON chunk, or the file itself. */
function jsonBytes(file: Uint8Array): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length < 20 || view.getUint32(0, true) !== 0x46546c67) return file;
  return file.subarray(20, 20 + Math.min(view.getUint32(12, true), file.length - 20));
}

function textAt(file: Uint8Array, ref: BytesRef, pointer: string): string {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(jsonBytes(file)));
  } catch (error) {
    throw bad(ref, `is not JSON (${error instanceof Error ? error.message : String(error)})`);
  }
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? Object.getOwnPropertyDescriptor(value, key)?.value
        : undefined;
  }
  if (typeof value !== 'string') throw bad(ref, 'there is no text at this place');
  return value;
}

function decodeDataUri(text: string, ref: BytesRef): Uint8Array {
  const comma = text.indexOf(',');
  if (!/^data:/i.test(text) || comma < 0) throw bad(ref, 'is not a data URI');
  const body = text.slice(comma + 1);
  if (/;\s*base64\s*$/i.test(text.slice(0, comma))) {
    const clean = body.replaceAll(/\s+/g, '');
    if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(clean)) throw bad(ref, 'is not valid base64');
    const bytes = Buffer.from(clean, 'base64');
    return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  return percentDecode(body, ref);
}

/** Byte by byte: a percent-encoded image is not UTF-8, so decodeURIComponent would refuse it. */
function percentDecode(text: string, ref: BytesRef): Uint8Array {
  const source = new TextEncoder().encode(text);
  const bytes = new Uint8Array(source.length);
  let length = 0;
  for (let i = 0; i < source.length; i++) {
    let byte = source[i] ?? 0;
    if (byte === 0x25) {
      const digits = String.fromCharCode(source[i + 1] ?? 0, source[i + 2] ?? 0);
      if (!/^[0-9A-Fa-f]{2}$/.test(digits)) throw bad(ref, 'is not a valid percent-encoded data URI');
      byte = Number.parseInt(digits, 16);
      i += 2;
    }
    bytes[length++] = byte;
  }
  return bytes.subarray(0, length);
}

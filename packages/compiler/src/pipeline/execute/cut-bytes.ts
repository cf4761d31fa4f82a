// Returns the part of a file that a BytesRef names: a range, a data URI at a JSON pointer and a range of it, or quoted base64.

import { AssetError } from '../../diagnostics/diagnostic.js';
import { gltfJsonText, isGlb, splitGlb } from '../../model/glb.js';
import type { BytesRef } from '../../model/kind/bytes-ref.js';
import { decodeDataUri } from '../../model/text/data-uri.js';

export function cutBytes(file: Uint8Array, ref: BytesRef): Uint8Array {
  const whole = ref.pointer === undefined ? file : dataAt(file, ref, ref.pointer);
  const offset = ref.offset ?? 0;
  const length = ref.length ?? whole.length - offset;
  if (
    !Number.isInteger(offset) ||
    !Number.isInteger(length) ||
    offset < 0 ||
    length < 0 ||
    offset + length > whole.length
  )
    throw bad(ref, `refers to bytes ${offset} to ${offset + length}, but there are only ${whole.length}`);
  return whole.subarray(offset, offset + length);
}

function dataAt(file: Uint8Array, ref: BytesRef, pointer: string): Uint8Array {
  const [, offset, length] = /^base64:(\d+)\+(\d+)$/.exec(pointer) ?? [];
  if (offset !== undefined && length !== undefined) return quotedBase64(file, ref, Number(offset), Number(length));
  const decoded = decodeDataUri(textAt(file, ref, pointer));
  if ('problem' in decoded) throw bad(ref, decoded.problem);
  return decoded.bytes;
}

/** Long data is split into several quoted strings. Some writers split the text, others the bytes: then each string has its own padding. */
function quotedBase64(file: Uint8Array, ref: BytesRef, offset: number, length: number): Uint8Array {
  if (offset + length > file.length)
    throw bad(ref, `refers to byte ${offset + length}, but there are only ${file.length}`);
  const text = Buffer.from(file.buffer, file.byteOffset + offset, length).toString('latin1');
  const quoted = text.match(/"[^"]*"/g) ?? [];
  const digits = quoted.map((part) => part.slice(1, -1)).join('');
  return Buffer.concat(digits.split(/=+/).map((part) => Buffer.from(part, 'base64')));
}

function bad(ref: BytesRef, message: string): AssetError {
  const where = ref.pointer === undefined ? { offset: ref.offset ?? 0 } : { pointer: ref.pointer };
  const hint = 'Export the source again. Its byte range or data URI is broken.';
  return new AssetError({ code: 'build/bad-reference', file: ref.file, where, message, hint });
}

function textAt(file: Uint8Array, ref: BytesRef, pointer: string): string {
  const glb = isGlb(file) ? splitGlb(file) : { json: file };
  if ('is' in glb) throw bad(ref, glb.message);
  let value: unknown;
  try {
    value = JSON.parse(gltfJsonText(glb.json));
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

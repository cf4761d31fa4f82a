// What a job will need at its height, asked of its kind before it begins. Nothing that is looked at here decides any byte, so none
// of it is recorded.

import type { BytesRef, MemoryLook } from '../model/kind.js';
import type { Asset } from './asset.js';
import { errorCode } from './host.js';
import type { InputFolder } from './input-folder.js';
import type { Workshop } from './workshop.js';

/** Of kinds that do not say: text or tables become objects in memory. */
const BYTES_PER_SOURCE_BYTE = 8;

export function jobMemory(asset: Asset, { state, facts }: Pick<Workshop, 'state' | 'facts'>): number {
  const { kind, params, settings, source } = asset;
  const { input } = state;
  const sizeOf = (ref: BytesRef) => ref.length ?? input.statFile(ref.file)?.sizeBytes ?? 0;
  if (kind.memoryOf === undefined) return asset.isFolder ? 0 : sizeOf({ file: source }) * BYTES_PER_SOURCE_BYTE;
  const names = asset.isFolder ? (facts.listing(source) ?? []) : [];
  const look: MemoryLook = {
    params,
    settings: settings.values,
    files: names.map((name) => `${source}/${name}`),
    sizeOf,
    peek: (ref, offset, length) => peek(input, ref, offset, length),
  };
  return kind.memoryOf(look);
}

function peek(input: InputFolder, ref: BytesRef, offset: number, length: number): Uint8Array {
  const nothing = new Uint8Array(0);
  // A data URI would have to be decoded first.
  if (ref.pointer !== undefined || !input.exists(ref.file)) return nothing;
  try {
    const reader = input.host.openRead(input.absolute(ref.file));
    try {
      const bytes = new Uint8Array(length);
      return bytes.subarray(0, reader.read(bytes, (ref.offset ?? 0) + offset));
    } finally {
      reader.close();
    }
  } catch (error) {
    // The job itself will say why it cannot be read.
    if (errorCode(error) === undefined) throw error;
    return nothing;
  }
}

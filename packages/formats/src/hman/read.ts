// Reads `.hman`. Opening walks the entries once to find their offsets. A lookup reads only the entries that the binary search visits, and
// decodes only the requested path.

import { FormatError } from '../core/format-error.js';
import { pathProblem } from '../core/relative-path.js';
import { viewOf } from '../core/struct.js';
import { readText } from '../core/text.js';
import { ASSET_KINDS, HmanEntryHead, HmanHeader } from './layout.js';
import type { Hman, ManifestEntry } from './model.js';

/** A manifest that is searched in place; made by `openHman`. */
export class Manifest {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #starts: Uint32Array;

  constructor(bytes: Uint8Array, starts: Uint32Array) {
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
    this.#starts = starts;
  }

  get count(): number {
    return this.#starts.length;
  }

  /** Throws a FormatError if the entry's color space or path is malformed. */
  at(index: number): ManifestEntry | undefined {
    const start = this.#starts[index];
    if (start === undefined) return undefined;
    const { hash, kind: kindNumber, colorspace, pathLen } = HmanEntryHead.read(this.#bytes, start);
    const kind = ASSET_KINDS[kindNumber];
    // For a kind of a later version the meaning of the byte is unknown, so any value is valid.
    if (kind !== undefined && colorspace > 1) {
      throw new FormatError('bad-value', start + HmanEntryHead.offsetOf('colorspace'), 'colorspace must be at most 1');
    }
    const pathStart = start + HmanEntryHead.size;
    const path = readText(this.#bytes, pathStart, pathStart + pathLen, 'path');
    const wanted = pathProblem(path);
    if (wanted !== undefined) throw new FormatError('bad-value', pathStart, `path must be ${wanted}`);
    const space = colorspace === 1 ? 'srgb' : 'linear';
    if (kind === undefined) return { hash, kind: 'unknown', kindNumber, colorspace: space, path };
    return { hash, kind, colorspace: space, path };
  }

  find(hash: bigint): ManifestEntry | undefined {
    const index = this.#indexOf(hash);
    return index < 0 ? undefined : this.at(index);
  }

  /** Whether there is an entry with this hash. Its path is not read. */
  has(hash: bigint): boolean {
    return this.#indexOf(hash) >= 0;
  }

  /** Where the bytes of each entry are, in the order of their hashes. */
  *places(): IterableIterator<{ readonly hash: bigint; readonly start: number; readonly end: number }> {
    for (let i = 0; i < this.#starts.length; i++) {
      const start = this.#starts[i] ?? 0;
      yield { hash: this.#view.getBigUint64(start, true), start, end: this.#starts[i + 1] ?? this.#bytes.byteLength };
    }
  }

  #indexOf(hash: bigint): number {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#view.getBigUint64(this.#starts[middle] ?? 0, true) < hash) low = middle + 1;
      else high = middle;
    }
    const start = this.#starts[low];
    return start !== undefined && this.#view.getBigUint64(start, true) === hash ? low : -1;
  }

  *entries(): IterableIterator<ManifestEntry> {
    for (let i = 0; i < this.#starts.length; i++) {
      const entry = this.at(i);
      if (entry !== undefined) yield entry;
    }
  }
}

/** Opens a manifest. Checks bounds and order, and that nothing follows; entries are checked when read. */
export function openHman(bytes: Uint8Array): Manifest {
  const { count } = HmanHeader.read(bytes);
  const room = Math.floor((bytes.byteLength - HmanHeader.size) / HmanEntryHead.size);
  if (count > room) throw new FormatError('truncated', 8, `${count} entries do not fit`);
  const view = viewOf(bytes);
  const starts = new Uint32Array(count);
  let at = HmanHeader.size;
  let before = -1n;
  for (let i = 0; i < count; i++) {
    if (at + HmanEntryHead.size > bytes.byteLength) throw new FormatError('truncated', at, `entry ${i} is cut off`);
    const hash = view.getBigUint64(at, true);
    if (hash <= before) {
      throw new FormatError(hash === before ? 'duplicate' : 'bad-order', at, `entry ${i} must have a larger hash`);
    }
    before = hash;
    starts[i] = at;
    at += HmanEntryHead.size + view.getUint16(at + HmanEntryHead.offsetOf('pathLen'), true);
  }
  if (at > bytes.byteLength) throw new FormatError('truncated', starts[count - 1] ?? 0, 'the last path is cut off');
  if (at < bytes.byteLength) throw new FormatError('trailing-bytes', at, 'bytes follow the last entry');
  return new Manifest(bytes, starts);
}

/** Decodes every entry; `openHman` finds one without reading the others. Throws only FormatError. */
export const decodeHman = (bytes: Uint8Array): Hman => ({ entries: [...openHman(bytes).entries()] });

// Header and table of a pack as columns: small differences stay small, because offsets follow from sizes and are stored as zero.
// Columns: u32 count; u16 path lengths; u8 kinds; u64 sizes; i64 offsets less the expected ones; the paths.

import { FormatError } from '../core/format-error.js';
import { alignUp, viewOf } from '../core/struct.js';
import { HPACK_MAGIC, HPACK_VERSION, HpackEntryHead, HpackHeader, PAYLOAD_ALIGNMENT } from '../hpack/layout.js';

/** Bytes of an entry in the columns, without its path. */
const ROW_BYTES = 2 + 1 + 8 + 8;

/** The columns of a head, or undefined if the head is not exactly what `headOf` makes of them. */
export function columnsOf(head: Uint8Array): Uint8Array | undefined {
  if (head.byteLength < HpackHeader.size) return undefined;
  const view = viewOf(head);
  const count = view.getUint32(HpackHeader.offsetOf('count'), true);
  const pathBytes = head.byteLength - HpackHeader.size - count * HpackEntryHead.size;
  if (pathBytes < 0) return undefined;
  const out = new Uint8Array(4 + count * ROW_BYTES + pathBytes);
  viewOf(out).setUint32(0, count, true);
  const columns = new Columns(out, count);
  let at = HpackHeader.size;
  let path = columns.paths;
  let end = head.byteLength;
  for (let i = 0; i < count; i++) {
    if (at + HpackEntryHead.size > head.byteLength) return undefined;
    const { offset, size, kind, pathLen } = HpackEntryHead.read(head, at);
    at += HpackEntryHead.size;
    if (at + pathLen > head.byteLength) return undefined;
    columns.write(i, { pathLen, kind, size, shift: offset - BigInt(alignUp(end, PAYLOAD_ALIGNMENT)) });
    out.set(head.subarray(at, at + pathLen), path);
    at += pathLen;
    path += pathLen;
    end = Number(offset + size);
    if (!Number.isSafeInteger(end)) return undefined;
  }
  if (path !== out.byteLength) return undefined;
  const made = headOf(out);
  return made.byteLength === head.byteLength && made.every((byte, i) => byte === head[i]) ? out : undefined;
}

/** The head that these columns describe. Throws FormatError if they describe none. */
export function headOf(bytes: Uint8Array): Uint8Array {
  const fail = (): never => {
    throw new FormatError('bad-value', 0, 'the columns of the table are damaged');
  };
  const count = bytes.byteLength < 4 ? fail() : viewOf(bytes).getUint32(0, true);
  const pathBytes = bytes.byteLength - 4 - count * ROW_BYTES;
  if (pathBytes < 0) return fail();
  const head = new Uint8Array(HpackHeader.size + count * HpackEntryHead.size + pathBytes);
  const columns = new Columns(bytes, count);
  const tocBytes = BigInt(head.byteLength - HpackHeader.size);
  HpackHeader.write(head, 0, { magic: HPACK_MAGIC, version: HPACK_VERSION, count, flags: 0, tocBytes });
  let at = HpackHeader.size;
  let path = columns.paths;
  let end = head.byteLength;
  for (let i = 0; i < count; i++) {
    const { pathLen, kind, size, shift } = columns.read(i);
    if (path + pathLen > bytes.byteLength) return fail();
    const offset = BigInt(alignUp(end, PAYLOAD_ALIGNMENT)) + shift;
    const after = Number(offset + size);
    if (offset < 0n || !Number.isSafeInteger(after)) return fail();
    HpackEntryHead.write(head, at, { offset, size, kind, pathLen });
    head.set(bytes.subarray(path, path + pathLen), at + HpackEntryHead.size);
    at += HpackEntryHead.size + pathLen;
    path += pathLen;
    end = after;
  }
  return path === bytes.byteLength ? head : fail();
}

interface Row {
  readonly pathLen: number;
  readonly kind: number;
  readonly size: bigint;
  readonly shift: bigint;
}

class Columns {
  readonly #view: DataView;
  readonly #kinds: number;
  readonly #sizes: number;
  readonly #shifts: number;
  /** Where the paths begin. */
  readonly paths: number;

  constructor(bytes: Uint8Array, count: number) {
    this.#view = viewOf(bytes);
    this.#kinds = 4 + count * 2;
    this.#sizes = this.#kinds + count;
    this.#shifts = this.#sizes + count * 8;
    this.paths = this.#shifts + count * 8;
  }

  write(i: number, { pathLen, kind, size, shift }: Row): void {
    this.#view.setUint16(4 + i * 2, pathLen, true);
    this.#view.setUint8(this.#kinds + i, kind);
    this.#view.setBigUint64(this.#sizes + i * 8, size, true);
    this.#view.setBigInt64(this.#shifts + i * 8, shift, true);
  }

  read(i: number): Row {
    return {
      pathLen: this.#view.getUint16(4 + i * 2, true),
      kind: this.#view.getUint8(this.#kinds + i),
      size: this.#view.getBigUint64(this.#sizes + i * 8, true),
      shift: this.#view.getBigInt64(this.#shifts + i * 8, true),
    };
  }
}

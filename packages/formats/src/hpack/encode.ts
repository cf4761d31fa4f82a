// Writes `.hpack`. The layout depends only on paths and sizes, so a caller can write the head first and then stream
// payloads of any size; the same tree gives the same bytes.

import { pathProblem } from '../core/relative-path.js';
import { alignUp } from '../core/struct.js';
import { compareBytes, writeText } from '../core/text.js';
import {
  HPACK_MAGIC,
  HPACK_VERSION,
  HpackEntryHead,
  HpackHeader,
  PACK_KINDS,
  PAYLOAD_ALIGNMENT,
  packKindOf,
} from './layout.js';
import type { PackEntry } from './model.js';

/** The layout of a pack to be written. */
export interface PackPlan {
  /** Header and table of contents: the first bytes of the file. */
  readonly head: Uint8Array;
  /** In the order of their payloads. Bytes between one's end and the next one's offset are zero. */
  readonly entries: readonly PackEntry[];
  readonly totalBytes: number;
}

/**
 * Lays a pack out from paths and sizes, before any payload is read. Payloads are in the order of the paths; those of `first` come first, in its
 * order.
 *
 * @example
 * const plan = planHpack(files);
 * for await (const chunk of streamHpack(plan, ({ path }) => readFile(path))) out.write(chunk);
 */
export function planHpack(
  files: readonly { readonly path: string; readonly size: number }[],
  first: readonly string[] = [],
): PackPlan {
  const named = files.map(({ path, size }) => {
    const wanted = pathProblem(path);
    if (wanted !== undefined) throw new Error(`${JSON.stringify(path)} must be ${wanted}`);
    const name = writeText(path);
    if (name.byteLength > 0xffff) throw new Error(`${path.slice(0, 60)}… is longer than 65535 bytes`);
    if (!Number.isSafeInteger(size) || size < 0) throw new Error(`${path} cannot have ${size} bytes`);
    return { path, name, size };
  });
  named.sort((a, b) => compareBytes(a.name, b.name));
  const tocBytes = named.reduce((sum, { name }) => sum + HpackEntryHead.size + name.byteLength, 0);
  const head = new Uint8Array(HpackHeader.size + tocBytes);
  const magic = { magic: HPACK_MAGIC, version: HPACK_VERSION };
  HpackHeader.write(head, 0, { ...magic, count: named.length, flags: 0, tocBytes: BigInt(tocBytes) });
  const places = new Map<string, { readonly at: number; readonly size: number; readonly pathLen: number }>();
  let at = HpackHeader.size;
  for (const { path, name, size } of named) {
    if (places.has(path)) throw new Error(`${path} is given twice`);
    places.set(path, { at, size, pathLen: name.byteLength });
    head.set(name, at + HpackEntryHead.size);
    at += HpackEntryHead.size + name.byteLength;
  }
  const entries: PackEntry[] = [];
  let end = head.byteLength;
  // A Set keeps the place of what it has already.
  for (const path of new Set([...first, ...places.keys()])) {
    const place = places.get(path);
    if (place === undefined) throw new Error(`${path} is ordered, but not given`);
    const offset = alignUp(end, PAYLOAD_ALIGNMENT);
    const kind = packKindOf(path);
    const { size, pathLen } = place;
    HpackEntryHead.write(head, place.at, {
      offset: BigInt(offset),
      size: BigInt(size),
      kind: PACK_KINDS.indexOf(kind),
      pathLen,
    });
    end = offset + size;
    entries.push({ path, kind, offset, size });
  }
  return { head, entries, totalBytes: end };
}

/** A whole pack in memory; `planHpack` and `streamHpack` write one that is larger. */
export function encodeHpack(
  files: readonly { readonly path: string; readonly bytes: Uint8Array }[],
  first: readonly string[] = [],
): Uint8Array {
  const byPath = new Map(files.map(({ path, bytes }) => [path, bytes]));
  const plan = planHpack(
    files.map(({ path, bytes }) => ({ path, size: bytes.byteLength })),
    first,
  );
  const out = new Uint8Array(plan.totalBytes);
  out.set(plan.head);
  for (const { path, offset } of plan.entries) out.set(byPath.get(path) ?? new Uint8Array(0), offset);
  return out;
}

/**
 * Yields the whole file as chunks, with one payload open at a time. Throws if a payload does not have the planned size, because the file
 * changed meanwhile.
 */
export async function* streamHpack(
  plan: PackPlan,
  open: (entry: PackEntry) => Promise<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield plan.head;
  let at = plan.head.byteLength;
  for (const entry of plan.entries) {
    if (entry.offset > at) yield new Uint8Array(entry.offset - at);
    let seen = 0;
    const payload = open(entry);
    if (Symbol.asyncIterator in payload) {
      for await (const chunk of payload) {
        seen += chunk.byteLength;
        if (seen > entry.size) break;
        yield chunk;
      }
    } else {
      const whole = await payload;
      seen = whole.byteLength;
      if (seen === entry.size) yield whole;
    }
    if (seen !== entry.size) throw new Error(`${entry.path} has not the ${entry.size} bytes that were planned`);
    at = entry.offset + entry.size;
  }
}

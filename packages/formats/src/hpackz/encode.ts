// Writes the head of `.hpackz`; frames that are already compressed follow it.

import { HPACKZ_MAGIC, HPACKZ_VERSION, HpackzEntry, HpackzFrame, HpackzHeader } from './layout.js';
import type { PackedFrame, PackzHead } from './model.js';

/** A head to be written; offsets of frames follow from their order. */
export interface PackzHeadModel extends Omit<PackzHead, 'frames'> {
  readonly frames: readonly Omit<PackedFrame, 'offset'>[];
}

/** Header and directory. `compress` returns the smaller of a frame and the bytes themselves. */
export function encodeHpackzHead(model: PackzHeadModel, compress: (bytes: Uint8Array) => Uint8Array): Uint8Array {
  const { frames, entries, head } = model;
  const directory = new Uint8Array(frames.length * HpackzFrame.size + entries.length * HpackzEntry.size + head.length);
  let at = 0;
  for (const frame of frames) {
    HpackzFrame.write(directory, at, frame);
    at += HpackzFrame.size;
  }
  for (const entry of entries) {
    HpackzEntry.write(directory, at, entry);
    at += HpackzEntry.size;
  }
  directory.set(head, at);
  const stored = compress(directory);
  const out = new Uint8Array(HpackzHeader.size + stored.length);
  HpackzHeader.write(out, 0, {
    magic: HPACKZ_MAGIC,
    version: HPACKZ_VERSION,
    packBytes: BigInt(model.packBytes),
    packSha256: [...model.packSha256],
    directoryBytes: directory.length,
    directoryStored: stored.length,
    frames: frames.length,
    entries: entries.length,
    headBytes: head.length,
    flags: 0,
  });
  out.set(stored, HpackzHeader.size);
  return out;
}

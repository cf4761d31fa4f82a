// A file that a test breaks in one place.

import { fourcc } from '../core/struct.js';
import type { ChunkName } from '../hmesh/layout.js';

/** A file under test: good bytes with named places in them. */
export class Patient {
  readonly bytes: Uint8Array;
  readonly view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
  }

  /** Offset of the chunk's row in the table. */
  entry(name: ChunkName): number {
    for (let at = 32; ; at += 24) if (this.view.getUint32(at, true) === fourcc(name)) return at;
  }

  at(name: ChunkName): number {
    return Number(this.view.getBigUint64(this.entry(name) + 8, true));
  }

  u8(at: number, value: number): number {
    this.view.setUint8(at, value);
    return at;
  }

  u16(at: number, value: number): number {
    this.view.setUint16(at, value, true);
    return at;
  }

  u32(at: number, value: number): number {
    this.view.setUint32(at, value, true);
    return at;
  }

  u64(at: number, value: number): number {
    this.view.setBigUint64(at, BigInt(value), true);
    return at;
  }

  f32(at: number, value: number): number {
    this.view.setFloat32(at, value, true);
    return at;
  }

  /** Hides a chunk by giving it an unknown name. */
  hide(name: ChunkName): number {
    return this.u32(this.entry(name), fourcc('????'));
  }
}

// Images for floods, made in pieces: one strip of rows is deflated once and repeated, so that 16384² texels take no time to write.

import { constants, deflateRawSync } from 'node:zlib';
import { crc32 } from '../../packages/compiler/src/model/crc32.js';

export interface LargePng {
  readonly width: number;
  /** A multiple of the strip's rows. */
  readonly height: number;
  readonly depth: 8 | 16;
  readonly channels: 3 | 4;
  /** The last strip alone has a texel that can be seen through. */
  readonly endsTransparent?: boolean;
}

const STRIP_ROWS = 64;

const u32 = (n: number): Uint8Array => Uint8Array.of(n >>> 24, n >>> 16, n >>> 8, n);

export function pngChunk(type: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), ...parts]);
  return Buffer.concat([u32(body.length - 4), body, u32(crc32(body))]);
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10);

function header(width: number, height: number, depth: number, channels: 3 | 4): Uint8Array {
  return pngChunk('IHDR', u32(width), u32(height), Uint8Array.of(depth, channels === 4 ? 6 : 2, 0, 0, 0));
}

export function* largePng(spec: LargePng): Generator<Uint8Array> {
  const { width, height, depth, channels } = spec;
  const rowBytes = 1 + width * channels * (depth / 8);
  const strips = Math.ceil(height / STRIP_ROWS);
  const raw = stripOf(spec, rowBytes);
  const idat = deflated(raw);
  const sum = new Adler();
  const part = partOf(raw);
  yield SIGNATURE;
  yield header(width, strips * STRIP_ROWS, depth, channels);
  yield pngChunk('IDAT', Uint8Array.of(0x78, 1));
  const repeated = pngChunk('IDAT', idat);
  for (let i = 0; i + 1 < strips; i++) {
    sum.add(part);
    yield repeated;
  }
  if (spec.endsTransparent === true) raw[raw.length - 1] = 0;
  sum.add(partOf(raw));
  yield pngChunk('IDAT', deflateRawSync(raw, { level: 1 }), u32(sum.value()));
  yield pngChunk('IEND');
}

/** Soft shapes under a little noise, opaque: photographs are like that, and encoders have work to do. */
function stripOf({ width, depth, channels }: LargePng, rowBytes: number): Uint8Array {
  const out = new Uint8Array(STRIP_ROWS * rowBytes);
  const bytes = depth / 8;
  let seed = 1;
  for (let y = 0; y < STRIP_ROWS; y++)
    for (let x = 0; x < width; x++)
      for (let c = 0; c < channels; c++) {
        const at = y * rowBytes + 1 + (x * channels + c) * bytes;
        if (c === 3) out.fill(255, at, at + bytes);
        else {
          seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
          out[at] = 128 + 90 * Math.sin((x * (c + 1)) / 97) * Math.cos(y / 10.2) + (seed >>> 29);
          if (bytes === 2) out[at + 1] = seed >>> 16;
        }
      }
  return out;
}

/** A piece of a deflate stream that ends on a byte and refers to nothing before it. */
const deflated = (bytes: Uint8Array): Uint8Array =>
  deflateRawSync(bytes, { level: 1, finishFlush: constants.Z_FULL_FLUSH });

const PRIME = 65521;

interface Part {
  readonly length: number;
  readonly a: number;
  readonly b: number;
}

function partOf(bytes: Uint8Array): Part {
  let a = 0;
  let b = 0;
  for (const byte of bytes) {
    a = (a + byte) % PRIME;
    b = (b + a) % PRIME;
  }
  return { length: bytes.length, a, b };
}

/** Adler-32 of parts whose own sums are known. */
class Adler {
  #a = 1;
  #b = 0;

  add({ length, a, b }: Part): void {
    this.#b = (this.#b + (length % PRIME) * this.#a + b) % PRIME;
    this.#a = (this.#a + a) % PRIME;
  }

  value(): number {
    return ((this.#b << 16) | this.#a) >>> 0;
  }
}

/** A sound small image behind so many IDAT chunks without content. */
export function* emptyIdats(count: number): Generator<Uint8Array> {
  const [signature = SIGNATURE, head = SIGNATURE, ...rest] = largePng({ width: 64, height: 64, depth: 8, channels: 3 });
  yield signature;
  yield head;
  const empty = pngChunk('IDAT');
  const each = 50_000;
  for (let left = count; left > 0; left -= each)
    yield Buffer.concat(Array.from({ length: Math.min(left, each) }, () => empty));
  yield* rest;
}

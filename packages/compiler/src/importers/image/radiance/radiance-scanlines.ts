// Reads the scanlines of a Radiance picture: runs within each of four planes (the newer encoding), or whole texels with repeats between
// them (the older encoding, which includes plain texels). The first bytes of each scanline determine which it is.

import { type ImageInput, refuse } from '../image-input.js';

/** Only scanlines of these lengths can be stored as planes. */
const MIN_PLANE_LENGTH = 8;
const MAX_PLANE_LENGTH = 0x7fff;

/** Upper limit for the unit of a repeat count; longer than any scanline. */
const MAX_REPEAT_UNIT = 2 ** 32;

export class RadianceScanlines {
  /** Four planes of `length`: red, green, blue and the exponent of the last scanline that was read. */
  readonly planes: Uint8Array;
  #at: number;
  #index = 0;

  constructor(
    readonly input: ImageInput,
    readonly length: number,
    start: number,
  ) {
    this.planes = new Uint8Array(length * 4);
    this.#at = start;
  }

  read(): void {
    const { bytes } = this.input;
    const at = this.#at;
    if (at + 4 > bytes.length) this.#failTruncated();
    const isPlanes = bytes[at] === 2 && bytes[at + 1] === 2 && (bytes[at + 2] ?? 0) < 128;
    if (!isPlanes || this.length < MIN_PLANE_LENGTH || this.length > MAX_PLANE_LENGTH) this.#readTexels();
    else {
      const storedLength = (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0);
      if (storedLength !== this.length)
        refuse(
          this.input,
          'image/corrupt',
          at,
          `scanline ${this.#index} has ${storedLength} texels, not ${this.length}`,
        );
      this.#at += 4;
      for (let plane = 0; plane < 4; plane++) this.#readPlane(plane * this.length);
    }
    this.#index++;
  }

  #readPlane(start: number): void {
    const { planes, length } = this;
    const { bytes } = this.input;
    const end = start + length;
    let at = this.#at;
    for (let to = start; to < end; ) {
      const count = bytes[at++] ?? 0;
      const run = count > 128 ? count - 128 : count;
      if (run === 0 || to + run > end) {
        if (at > bytes.length) this.#failTruncated();
        refuse(
          this.input,
          'image/corrupt',
          at - 1,
          `a run of scanline ${this.#index} has ${run} texels, but only ${end - to} are left`,
        );
      }
      if (at + (count > 128 ? 1 : run) > bytes.length) this.#failTruncated();
      if (count > 128) planes.fill(bytes[at++] ?? 0, to, to + run);
      // Copied in a loop: most runs are a few bytes, for which set() is slower.
      else for (let i = 0; i < run; i++) planes[to + i] = bytes[at++] ?? 0;
      to += run;
    }
    this.#at = at;
  }

  #readTexels(): void {
    const { planes, length } = this;
    const { bytes } = this.input;
    let [at, unit] = [this.#at, 1];
    // A repeat at the start of a scanline repeats the last texel of the previous one.
    let last = length - 1;
    for (let x = 0; x < length; at += 4) {
      if (at + 4 > bytes.length) this.#failTruncated();
      const isRepeat = bytes[at] === 1 && bytes[at + 1] === 1 && bytes[at + 2] === 1;
      // A count takes as many texels as it has bytes; a repeat stops at the end of the scanline.
      const count = isRepeat ? (bytes[at + 3] ?? 0) * unit : 1;
      unit = isRepeat ? Math.min(unit * 256, MAX_REPEAT_UNIT) : 1;
      for (let n = Math.min(count, length - x); n > 0; n--, x++) {
        for (let plane = 0; plane < 4; plane++) {
          const from = isRepeat ? (planes[plane * length + last] ?? 0) : (bytes[at + plane] ?? 0);
          planes[plane * length + x] = from;
        }
        last = x;
      }
    }
    this.#at = at;
  }

  #failTruncated(): never {
    return refuse(
      this.input,
      'image/truncated',
      this.input.bytes.length,
      `the Radiance picture ends inside scanline ${this.#index}`,
    );
  }
}

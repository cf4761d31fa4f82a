// The scanlines of a Radiance picture: runs within each of four planes (the newer way), or whole texels with repeats between them
// (the older way, which plain texels are a case of). Each scanline says by its first bytes which it is.

import { type ImageInput, refuse } from '../image-input.js';

/** Only scanlines of these lengths can be planes. */
const SHORTEST_PLANES = 8;
const LONGEST_PLANES = 0x7fff;

/** Of a repeat's count; longer than any scanline. */
const LARGEST_UNIT = 2 ** 32;

export class RadianceScanlines {
  /** Four planes of `length`: red, green, blue and the exponent of the scanline that was read last. */
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
    if (at + 4 > bytes.length) this.#cutOff();
    const isPlanes = bytes[at] === 2 && bytes[at + 1] === 2 && (bytes[at + 2] ?? 0) < 128;
    if (!isPlanes || this.length < SHORTEST_PLANES || this.length > LONGEST_PLANES) this.#readTexels();
    else {
      const stated = (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0);
      if (stated !== this.length)
        refuse(this.input, 'image/corrupt', at, `scanline ${this.#index} has ${stated} texels, not ${this.length}`);
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
        if (at > bytes.length) this.#cutOff();
        refuse(
          this.input,
          'image/corrupt',
          at - 1,
          `a run of scanline ${this.#index} has ${run} texels, ${end - to} are left`,
        );
      }
      if (at + (count > 128 ? 1 : run) > bytes.length) this.#cutOff();
      if (count > 128) planes.fill(bytes[at++] ?? 0, to, to + run);
      // A copy by hand: most are a few bytes long, for which set() takes longer.
      else for (let i = 0; i < run; i++) planes[to + i] = bytes[at++] ?? 0;
      to += run;
    }
    this.#at = at;
  }

  #readTexels(): void {
    const { planes, length } = this;
    const { bytes } = this.input;
    let [at, unit] = [this.#at, 1];
    // A repeat that begins a scanline repeats the last texel of the one before it.
    let last = length - 1;
    for (let x = 0; x < length; at += 4) {
      if (at + 4 > bytes.length) this.#cutOff();
      const isRepeat = bytes[at] === 1 && bytes[at + 1] === 1 && bytes[at + 2] === 1;
      // A count takes as many texels as it has bytes; what is longer than the scanline ends with it.
      const count = isRepeat ? (bytes[at + 3] ?? 0) * unit : 1;
      unit = isRepeat ? Math.min(unit * 256, LARGEST_UNIT) : 1;
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

  #cutOff(): never {
    return refuse(
      this.input,
      'image/truncated',
      this.input.bytes.length,
      `the Radiance picture ends inside scanline ${this.#index}`,
    );
  }
}

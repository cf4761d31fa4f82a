// A JPEG writer for tests: gray or four inks, one flat value per 8×8 block, baseline or progressive (a DC scan and an AC scan without coefficients).

interface JpegSpec {
  readonly blocksWide: number;
  readonly blocksHigh: number;
  /** One value per block. */
  readonly values: readonly number[];
  readonly progressive?: boolean;
  /** One block of four components with these values. */
  readonly inks?: boolean;
  /** One unit with as many components, each with these sampling factors (0x31: three across, one down); the values of its blocks follow each other. */
  readonly sampling?: readonly number[];
  /** Segments after SOI: marker byte and payload. */
  readonly segments?: readonly (readonly [number, Uint8Array])[];
  readonly frame?: (payload: number[]) => number[];
}

export function exifSegment(orientation: number): [number, Uint8Array] {
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0];
  return [0xe1, Uint8Array.from([...Buffer.from('Exif\0\0'), ...tiff])];
}

export function writeJpeg(spec: JpegSpec): Uint8Array {
  const segment = (marker: number, payload: ArrayLike<number>): number[] => {
    const length = payload.length + 2;
    return [0xff, marker, length >> 8, length & 255, ...Array.from(payload)];
  };
  const width = spec.blocksWide * 8;
  const height = spec.blocksHigh * 8;
  const sampling = spec.sampling ?? new Array<number>(spec.inks ? 4 : 1).fill(0x11);
  const ids = sampling.map((_, i) => i + 1);
  const components = sampling.flatMap((factors, i) => [i + 1, factors, 0]);
  const frame = [8, height >> 8, height & 255, width >> 8, width & 255, ids.length, ...components];
  // Twelve DC categories of four bits each, and AC with only end-of-block: every code is its own number.
  const dc = [0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
  const ac = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  const out = [0xff, 0xd8];
  for (const [marker, payload] of spec.segments ?? []) out.push(...segment(marker, payload));
  // A quantizer of 8 makes a DC step of one gray level.
  out.push(...segment(0xdb, [0, ...new Array<number>(64).fill(8)]));
  out.push(...segment(spec.progressive ? 0xc2 : 0xc0, spec.frame?.(frame) ?? frame));
  out.push(...segment(0xc4, [0x00, ...dc]));
  out.push(...segment(0xc4, [0x10, ...ac]));
  out.push(...segment(0xda, [ids.length, ...ids.flatMap((id) => [id, 0]), 0, spec.progressive ? 0 : 63, 0]));
  let bits = '';
  let last = 0;
  /** The first block of each component, which has no predecessor. */
  const starts = new Set<number>();
  let at = 0;
  for (const factors of ids.length > 1 ? sampling : []) {
    starts.add(at);
    at += (factors >> 4) * (factors & 15);
  }
  for (const [i, value] of spec.values.entries()) {
    const difference = value - 128 - (starts.has(i) ? 0 : last);
    last = value - 128;
    const size = difference === 0 ? 0 : Math.floor(Math.log2(Math.abs(difference))) + 1;
    const coded = difference < 0 ? difference + (1 << size) - 1 : difference;
    bits += size.toString(2).padStart(4, '0') + (size > 0 ? coded.toString(2).padStart(size, '0') : '');
    if (!spec.progressive) bits += '0';
  }
  out.push(...stuffBits(bits));
  if (spec.progressive) out.push(...segment(0xda, [1, 1, 0, 1, 63, 0]), ...stuffBits('0'.repeat(spec.values.length)));
  return Uint8Array.from([...out, 0xff, 0xd9]);
}

/** Whole bytes, padded with ones, with a zero after each 255. */
function stuffBits(bits: string): number[] {
  const whole = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1');
  return (whole.match(/.{8}/g) ?? []).flatMap((text) => {
    const byte = Number.parseInt(text, 2);
    return byte === 255 ? [255, 0] : [byte];
  });
}

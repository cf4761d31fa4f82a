// Writes Radiance pictures: four bytes per texel with a shared exponent, each scanline as four run-length encoded planes.

export interface LightPicture {
  readonly width: number;
  readonly height: number;
  /** Linear light, RGB. */
  readonly data: Float32Array;
}

export function encodeRadiance({ width, height, data }: LightPicture): Uint8Array {
  const bytes: number[] = [...Buffer.from(`#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y ${height} +X ${width}\n`)];
  for (let y = 0; y < height; y++) {
    const row = Array.from({ length: width }, (_, x) =>
      shared(data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)),
    );
    bytes.push(2, 2, width >> 8, width & 255);
    for (let plane = 0; plane < 4; plane++)
      pushRuns(
        bytes,
        row.map((texel) => texel[plane] ?? 0),
      );
  }
  return Uint8Array.from(bytes);
}

function shared(light: Float32Array): readonly number[] {
  const max = Math.max(...light);
  if (max < 1e-30) return [0, 0, 0, 0];
  let exponent = 0;
  while (2 ** exponent <= max) exponent++;
  while (2 ** (exponent - 1) > max) exponent--;
  return [...Array.from(light, (value) => Math.min(255, Math.floor((value / 2 ** exponent) * 256))), exponent + 128];
}

const LONGEST_RUN = 127;
const SHORTEST_RUN = 3;

function pushRuns(bytes: number[], values: readonly number[]): void {
  let plain: number[] = [];
  const flush = () => {
    for (let at = 0; at < plain.length; at += 128)
      bytes.push(Math.min(128, plain.length - at), ...plain.slice(at, at + 128));
    plain = [];
  };
  for (let at = 0; at < values.length; ) {
    let run = 1;
    while (run < LONGEST_RUN && values[at + run] === values[at]) run++;
    if (run < SHORTEST_RUN) plain.push(values[at++] ?? 0);
    else {
      flush();
      bytes.push(128 + run, values[at] ?? 0);
      at += run;
    }
  }
  flush();
}

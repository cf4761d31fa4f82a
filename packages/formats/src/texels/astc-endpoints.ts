// Decodes ASTC's ten LDR endpoint modes: stored 8-bit values to two colors.

const clamp = (v: number): number => Math.max(0, Math.min(255, v));

/** Writes R, G, B, A of the lower and the upper endpoint at `to`. */
function write(
  ends: Uint8Array,
  to: number,
  ...v: readonly [number, number, number, number, number, number, number, number]
): void {
  for (let i = 0; i < 8; i++) ends[to + i] = clamp(v[i] ?? 0);
}

/** Like `write`, with R and G moved toward B. */
function writeContracted(ends: Uint8Array, to: number, r: number, g: number, b: number, a: number): void {
  ends[to] = clamp((r + b) >> 1);
  ends[to + 1] = clamp((g + b) >> 1);
  ends[to + 2] = clamp(b);
  ends[to + 3] = clamp(a);
}

/** Two direct colors; the order of their sums decides whether they are contracted. */
function writeDirect(v: Uint8Array, at: number, ends: Uint8Array, to: number, hasAlpha: boolean): void {
  const [r0 = 0, r1 = 0, g0 = 0, g1 = 0, b0 = 0, b1 = 0, a0 = 0, a1 = 0] = v.subarray(at, at + 8);
  const low = hasAlpha ? a0 : 255;
  const high = hasAlpha ? a1 : 255;
  if (r1 + g1 + b1 >= r0 + g0 + b0) write(ends, to, r0, g0, b0, low, r1, g1, b1, high);
  else {
    writeContracted(ends, to, r1, g1, b1, high);
    writeContracted(ends, to + 4, r0, g0, b0, low);
  }
}

/** The base's top bit belongs to the offset, which has six bits and a sign. */
const baseOf = (base: number, offset: number): number => (base >> 1) | (offset & 128);
const offsetOf = (offset: number): number => (((offset >> 1) & 63) ^ 32) - 32;

function writeOffset(v: Uint8Array, at: number, ends: Uint8Array, to: number, hasAlpha: boolean): void {
  const base = (c: number): number => baseOf(v[at + c * 2] ?? 0, v[at + c * 2 + 1] ?? 0);
  const offset = (c: number): number => offsetOf(v[at + c * 2 + 1] ?? 0);
  const low = hasAlpha ? base(3) : 255;
  const high = hasAlpha ? base(3) + offset(3) : 255;
  const r = base(0) + offset(0);
  const g = base(1) + offset(1);
  const b = base(2) + offset(2);
  if (offset(0) + offset(1) + offset(2) >= 0) write(ends, to, base(0), base(1), base(2), low, r, g, b, high);
  else {
    writeContracted(ends, to, r, g, b, high);
    writeContracted(ends, to + 4, base(0), base(1), base(2), low);
  }
}

/** Writes both endpoints of `mode` from the values at `at` (eight bytes at `to`); magenta for HDR modes. */
export function writeAstcEnds(mode: number, values: Uint8Array, at: number, ends: Uint8Array, to: number): void {
  const v = (i: number): number => values[at + i] ?? 0;
  switch (mode) {
    case 0:
      write(ends, to, v(0), v(0), v(0), 255, v(1), v(1), v(1), 255);
      break;
    case 1: {
      const low = (v(0) >> 2) | (v(1) & 192);
      const high = low + (v(1) & 63);
      write(ends, to, low, low, low, 255, high, high, high, 255);
      break;
    }
    case 4:
      write(ends, to, v(0), v(0), v(0), v(2), v(1), v(1), v(1), v(3));
      break;
    case 5: {
      const [low, alpha] = [baseOf(v(0), v(1)), baseOf(v(2), v(3))];
      const high = low + offsetOf(v(1));
      write(ends, to, low, low, low, alpha, high, high, high, alpha + offsetOf(v(3)));
      break;
    }
    case 6:
    case 10: {
      const scaled = (i: number): number => (v(i) * v(3)) >> 8;
      const [low, high] = mode === 10 ? [v(4), v(5)] : [255, 255];
      write(ends, to, scaled(0), scaled(1), scaled(2), low, v(0), v(1), v(2), high);
      break;
    }
    case 8:
    case 12:
      writeDirect(values, at, ends, to, mode === 12);
      break;
    case 9:
    case 13:
      writeOffset(values, at, ends, to, mode === 13);
      break;
    default:
      write(ends, to, 255, 0, 255, 255, 255, 0, 255, 255);
  }
}

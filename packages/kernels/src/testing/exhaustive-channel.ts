// The minimum error of any BC4 block: tries every pair of endpoints of both kinds. Slow and simple.

const shades = new Int32Array(8);

function setShades(low: number, high: number, capped: boolean): void {
  const steps = capped ? 5 : 7;
  for (let i = 0; i <= steps; i++) shades[i] = Math.floor((low * (steps - i) + high * i + (steps - 1) / 2) / steps);
  if (!capped) return;
  shades[6] = 0;
  shades[7] = 255;
}

/** Sum of squared differences. */
export function minChannelError(values: readonly number[]): number {
  let best = Number.POSITIVE_INFINITY;
  for (const capped of [false, true])
    for (let low = 0; low < 256; low++)
      for (let high = low; high < 256; high++) {
        setShades(low, high, capped);
        let error = 0;
        for (let t = 0; t < values.length && error < best; t++) {
          let minimum = 65025;
          for (let i = 0; i < 8; i++) minimum = Math.min(minimum, ((values[t] ?? 0) - (shades[i] ?? 0)) ** 2);
          error += minimum;
        }
        best = Math.min(best, error);
      }
  return best;
}

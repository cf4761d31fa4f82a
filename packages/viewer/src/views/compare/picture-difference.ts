// Pictures for a comparison: texels as bytes to show, and the difference of two as a heat map whose gain is chosen from the largest.

import { heatRamp } from '../../texture/heat.js';
import { halfTable, type Texels } from '../../texture/texels.js';

export interface Rgba {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

interface Difference {
  readonly picture: Rgba;
  /** In codes of 255, of what is shown. */
  readonly worst: number;
  /** What differences are multiplied by, so that the largest has the hottest color. 1 if nothing differs. */
  readonly gain: number;
}

/** A single channel is shown as gray. Light above 1 is compressed. */
export function shownTexels({ width, height, data }: Texels, isGray: boolean): Rgba {
  const out = new Uint8ClampedArray(width * height * 4);
  if (data instanceof Uint16Array) {
    const halfs = halfTable();
    for (let i = 0; i < data.length; i++) {
      const value = halfs[data[i] ?? 0] ?? 0;
      out[i] = (i & 3) === 3 ? value * 255 : value > 0 ? (value / (1 + value)) ** (1 / 2.2) * 255 : 0;
    }
  } else out.set(data);
  if (isGray)
    for (let i = 0; i < out.length; i += 4) {
      out[i + 1] = out[i] ?? 0;
      out[i + 2] = out[i] ?? 0;
    }
  return { width, height, data: out };
}

/** With the size of the larger picture: of the smaller, texels are repeated. */
export function differenceOf(a: Rgba, b: Rgba): Difference {
  const [width, height] = [Math.max(a.width, b.width), Math.max(a.height, b.height)];
  const amounts = new Uint8Array(width * height);
  let worst = 0;
  for (let y = 0, at = 0; y < height; y++) {
    const rowA = Math.floor((y * a.height) / height) * a.width;
    const rowB = Math.floor((y * b.height) / height) * b.width;
    for (let x = 0; x < width; x++, at++) {
      const i = (rowA + Math.floor((x * a.width) / width)) * 4;
      const j = (rowB + Math.floor((x * b.width) / width)) * 4;
      let most = 0;
      for (let c = 0; c < 4; c++) most = Math.max(most, Math.abs((a.data[i + c] ?? 0) - (b.data[j + c] ?? 0)));
      amounts[at] = most;
      if (most > worst) worst = most;
    }
  }
  const gain = worst === 0 ? 1 : 255 / worst;
  const ramp = heatRamp();
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < amounts.length; at++) {
    const color = Math.round((amounts[at] ?? 0) * gain) * 4;
    for (let c = 0; c < 4; c++) data[at * 4 + c] = ramp[color + c] ?? 0;
  }
  return { picture: { width, height, data }, worst, gain };
}

export const gainInWords = ({ worst, gain }: Difference): string =>
  worst === 0
    ? 'No pixel differs.'
    : `The largest difference is ${worst} of 255; shown × ${gain < 10 ? gain.toFixed(1) : gain.toFixed(0)}.`;

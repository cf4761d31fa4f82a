// Applies a sky's brightness settings: `exposure` in stops, then `clamp`.

import type { HdrImage } from '../../model/image/hdr-image.js';
import { power } from '../../model/math/power.js';
import type { EnvironmentSettings } from './settings.js';

/** Keeps sums of light far from the limit of f32; no sun is as bright. */
const MAX_RADIANCE = 1e12;

/** Modifies in place. Hues are kept: if one channel is too bright, all are scaled. */
export function exposeImage(
  { pixels }: HdrImage,
  { exposure, clamp }: Pick<EnvironmentSettings, 'exposure' | 'clamp'>,
): void {
  const gain = exposure === 0 ? 1 : exposure > 0 ? power(2, exposure) : 1 / power(2, -exposure);
  const max = clamp === 0 ? MAX_RADIANCE : clamp;
  for (let at = 0; at < pixels.length; at += 4) {
    const r = (pixels[at] ?? 0) * gain;
    const g = (pixels[at + 1] ?? 0) * gain;
    const b = (pixels[at + 2] ?? 0) * gain;
    const brightest = Math.max(r, g, b);
    const scale = brightest > max ? max / brightest : 1;
    pixels[at] = r * scale;
    pixels[at + 1] = g * scale;
    pixels[at + 2] = b * scale;
  }
}

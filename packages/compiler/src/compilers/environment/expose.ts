// Brightness of a sky: `exposure` in stops, then `clamp`.

import type { HdrImage } from '../../model/hdr-image.js';
import { power } from '../../model/power.js';
import type { EnvironmentSettings } from './settings.js';

/** Sums of light must stay far from where f32 ends; no sun is as bright. */
const BRIGHTEST = 1e12;

/** In place. Hues stay: where one channel is too bright, all fall. */
export function exposeImage(
  { pixels }: HdrImage,
  { exposure, clamp }: Pick<EnvironmentSettings, 'exposure' | 'clamp'>,
): void {
  const gain = exposure === 0 ? 1 : exposure > 0 ? power(2, exposure) : 1 / power(2, -exposure);
  const most = clamp === 0 ? BRIGHTEST : clamp;
  for (let at = 0; at < pixels.length; at += 4) {
    const r = (pixels[at] ?? 0) * gain;
    const g = (pixels[at + 1] ?? 0) * gain;
    const b = (pixels[at + 2] ?? 0) * gain;
    const brightest = Math.max(r, g, b);
    const share = brightest > most ? most / brightest : 1;
    pixels[at] = r * share;
    pixels[at + 1] = g * share;
    pixels[at + 2] = b * share;
  }
}

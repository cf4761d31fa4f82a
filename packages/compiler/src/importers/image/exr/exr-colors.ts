// Chooses the color channels of an OpenEXR file: first those without a layer (R, G, B; else Y, with RY and BY for color), else those of
// the first layer that has colors. Warns about channels that are not used.

import { type ImageInput, refuse, warnAbout } from '../image-input.js';
import type { ExrChannel, ExrPart } from './exr-attributes.js';

/** Indices into the part's channels. */
export interface ExrColors {
  readonly partIndex: number;
  readonly part: ExrPart;
  readonly kind: 'rgb' | 'luminance' | 'luminance-chroma';
  /** Red, green, blue, alpha; or the chroma of red, the luminance, the chroma of blue, alpha. */
  readonly channels: readonly [number | undefined, number | undefined, number | undefined, number | undefined];
}

export function pickExrColors(input: ImageInput, parts: readonly ExrPart[]): ExrColors {
  const flat = parts.filter(({ isDeep }) => !isDeep);
  if (flat.length === 0)
    refuse(
      input,
      'image/unsupported',
      0,
      'the OpenEXR file contains deep data (several values per texel)',
      'Flatten the image, and save it as a scan line or tiled image.',
    );
  for (const part of flat) {
    const picked = colorsOf(part);
    if (picked === undefined) continue;
    const colors = { ...picked, part, partIndex: parts.indexOf(part) };
    warnAboutUnused(input, colors, parts);
    return colors;
  }
  const names = flat.flatMap(({ channels }) => channels.map(({ name }) => name));
  return refuse(
    input,
    'image/unsupported',
    0,
    `the OpenEXR file has no color channels, only ${listNames(names)}`,
    'Save the image with the channels R, G and B.',
  );
}

type Picked = Pick<ExrColors, 'kind' | 'channels'>;

function colorsOf({ channels }: ExrPart): Picked | undefined {
  const prefixes = new Set(['', ...channels.map(({ name }) => name.slice(0, name.lastIndexOf('.') + 1))]);
  for (const prefix of prefixes) {
    const find = (name: string): number | undefined => {
      const exact = channels.findIndex((channel) => channel.name === prefix + name);
      // Some writers use lower case.
      const found = exact >= 0 ? exact : channels.findIndex((channel) => channel.name === prefix + name.toLowerCase());
      return found < 0 ? undefined : found;
    };
    const [r, g, b, a, y, ry, by] = ['R', 'G', 'B', 'A', 'Y', 'RY', 'BY'].map(find);
    // Y alone may be a component of X, Y and Z, in layers of positions and normals.
    const isVector = find('X') !== undefined || find('Z') !== undefined;
    if (r !== undefined || g !== undefined || b !== undefined) return { kind: 'rgb', channels: [r, g, b, a] };
    if (y !== undefined && ry !== undefined && by !== undefined)
      return { kind: 'luminance-chroma', channels: [ry, y, by, a] };
    if (y !== undefined && (prefix === '' || !isVector)) return { kind: 'luminance', channels: [y, y, y, a] };
  }
  return channels.length === 1 ? { kind: 'luminance', channels: [0, 0, 0, undefined] } : undefined;
}

function warnAboutUnused(input: ImageInput, { part, channels }: ExrColors, parts: readonly ExrPart[]): void {
  const used = new Set(channels);
  const nameOf = (owner: ExrPart, { name }: ExrChannel) => (parts.length > 1 ? `${owner.name ?? '?'}: ${name}` : name);
  const unused = parts.flatMap((owner) =>
    owner.channels.filter((_, i) => owner !== part || !used.has(i)).map((channel) => nameOf(owner, channel)),
  );
  if (unused.length === 0) return;
  const names = part.channels.filter((_, i) => used.has(i)).map((channel) => nameOf(part, channel));
  warnAbout(
    input,
    'image/unused-channels',
    part.offset,
    `the channels ${listNames(names)} of the OpenEXR file are used, but not ${listNames(unused)}`,
  );
}

const MAX_LISTED_NAMES = 8;

const listNames = (names: readonly string[]): string =>
  names.length === 0
    ? 'none'
    : [
        ...names.slice(0, MAX_LISTED_NAMES),
        ...(names.length > MAX_LISTED_NAMES ? [`${names.length - MAX_LISTED_NAMES} more`] : []),
      ].join(', ');

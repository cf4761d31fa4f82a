// Reads the color space from an embedded ICC profile. A profile that cannot be applied causes a warning, never a failure: the values then
// stay as they are.

import type { ColorSpace } from '../../../model/image/color-space.js';
import { type ImageInfo, warnAbout } from '../image-input.js';
import { readProfile } from './icc-profile.js';
import { DamagedProfile, IccTags } from './icc-tags.js';

export interface EmbeddedProfile {
  /** Undefined if the file has a profile whose bytes cannot be read; `fault` is the reason. */
  readonly bytes: Uint8Array | undefined;
  readonly fault?: string;
  /** Offset in the file. */
  readonly offset: number;
  /** The name in the container. */
  readonly name?: string;
  /** Whether the image is gray, so that a gray profile fits. */
  readonly isGray: boolean;
}

export function colorsOfProfile(input: ImageInfo, profile: EmbeddedProfile | undefined): ColorSpace | undefined {
  if (profile === undefined || input.colors === 'as-is') return undefined;
  let name = profile.name || undefined;
  try {
    if (profile.bytes === undefined) throw new DamagedProfile(profile.fault ?? 'it cannot be read');
    const tags = new IccTags(profile.bytes);
    name = tags.description() ?? name;
    const read = readProfile(tags, name ?? 'unnamed', profile.isGray);
    if (!('reason' in read)) return read;
    // Some sRGB profiles are table-based too; there is nothing to apply then.
    if (!isNamedSrgb(name))
      warnAboutProfile(
        input,
        profile.offset,
        `the image's color profile${quoted(name)} ${read.reason}, so it is not applied`,
      );
  } catch (error) {
    if (!(error instanceof DamagedProfile)) throw error;
    warnAboutProfile(
      input,
      profile.offset,
      `the image's color profile${quoted(name)} is damaged (${error.message}), so it is not applied`,
    );
  }
  return undefined;
}

export function warnAboutProfile(input: ImageInfo, offset: number, message: string): void {
  warnAbout(input, 'image/color-profile', offset, message);
}

const isNamedSrgb = (name: string | undefined): boolean => name !== undefined && /s\s?rgb/i.test(name);

const quoted = (name: string | undefined): string => (name === undefined ? '' : ` "${name}"`);

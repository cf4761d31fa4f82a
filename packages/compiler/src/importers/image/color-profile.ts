// An embedded ICC profile → what the image's colours mean. What cannot be applied is a warning, never a failure: the values are then
// taken as they are.

import type { ColorSpace } from '../../model/color-space.js';
import { readProfile } from './icc-profile.js';
import { DamagedProfile, IccTags } from './icc-tags.js';
import { type ImageAbout, warnAbout } from './image-input.js';

export interface EmbeddedProfile {
  /** Undefined: the file has a profile, but its bytes cannot be had; `fault` says why. */
  readonly bytes: Uint8Array | undefined;
  readonly fault?: string;
  /** In the file. */
  readonly offset: number;
  /** As the container calls it. */
  readonly name?: string;
  /** Whether the image is grey, and a grey profile fits. */
  readonly isGrey: boolean;
}

export function colorsOfProfile(input: ImageAbout, profile: EmbeddedProfile | undefined): ColorSpace | undefined {
  if (profile === undefined || input.colors === 'as-is') return undefined;
  let name = profile.name || undefined;
  try {
    if (profile.bytes === undefined) throw new DamagedProfile(profile.fault ?? 'it cannot be read');
    const tags = new IccTags(profile.bytes);
    name = tags.description() ?? name;
    const read = readProfile(tags, name ?? 'unnamed', profile.isGrey);
    if (!('unread' in read)) return read;
    // Some sRGB profiles are tables too, and then there is nothing to apply.
    if (!saysSrgb(name))
      warnOfProfile(
        input,
        profile.offset,
        `the image's colour profile${quoted(name)} ${read.unread}: it is not applied`,
      );
  } catch (error) {
    if (!(error instanceof DamagedProfile)) throw error;
    warnOfProfile(
      input,
      profile.offset,
      `the image's colour profile${quoted(name)} is damaged (${error.message}): it is not applied`,
    );
  }
  return undefined;
}

export function warnOfProfile(input: ImageAbout, offset: number, message: string): void {
  warnAbout(input, 'image/color-profile', offset, message);
}

const saysSrgb = (name: string | undefined): boolean => name !== undefined && /s\s?rgb/i.test(name);

const quoted = (name: string | undefined): string => (name === undefined ? '' : ` "${name}"`);

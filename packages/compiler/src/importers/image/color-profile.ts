// Tells whether an ICC profile is sRGB. Profiles are never applied; a foreign one is worth a warning.

import { type ImageInput, warnAbout } from './image-input.js';

/** The profile's own description, from its `desc` tag (version 2 ASCII or version 4 UTF-16); undefined when unreadable. */
export function profileDescription(profile: Uint8Array): string | undefined {
  const view = new DataView(profile.buffer, profile.byteOffset, profile.byteLength);
  if (profile.length < 132) return undefined;
  const tags = view.getUint32(128, false);
  for (let i = 0; i < Math.min(tags, 256); i++) {
    const entry = 132 + i * 12;
    if (entry + 12 > profile.length) return undefined;
    if (view.getUint32(entry, false) !== 0x64657363) continue;
    const at = view.getUint32(entry + 4, false);
    const size = view.getUint32(entry + 8, false);
    if (at + size > profile.length || size < 16) return undefined;
    return describe(profile.subarray(at, at + size));
  }
  return undefined;
}

function describe(tag: Uint8Array): string | undefined {
  const view = new DataView(tag.buffer, tag.byteOffset, tag.byteLength);
  const type = view.getUint32(0, false);
  if (type === 0x64657363) {
    const length = view.getUint32(8, false);
    return ascii(tag.subarray(12, Math.min(tag.length, 12 + length)));
  }
  if (type !== 0x6d6c7563 || tag.length < 28) return undefined;
  const length = view.getUint32(20, false);
  const at = view.getUint32(24, false);
  if (at + length > tag.length) return undefined;
  let text = '';
  for (let i = at; i + 1 < at + length; i += 2) text += String.fromCharCode(view.getUint16(i, false));
  return text;
}

const ascii = (bytes: Uint8Array): string => String.fromCharCode(...bytes.filter((b) => b >= 32 && b < 127));

/** Warns unless the profile describes itself as sRGB. */
export function noteProfile(input: ImageInput, profile: Uint8Array | undefined, offset: number, name?: string): void {
  const description = (profile === undefined ? undefined : profileDescription(profile)) ?? name;
  if (description !== undefined && /s\s?rgb/i.test(description)) return;
  warnAbout(
    input,
    'image/color-profile',
    offset,
    `the image carries the colour profile ${description === undefined ? 'of an unknown space' : `"${description}"`}, which is not applied`,
  );
}

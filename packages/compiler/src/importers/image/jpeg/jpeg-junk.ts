// Removes bytes between the segments of a JPEG that belong to none, with a warning. Cameras and programs that write a wrong length leave
// them. Other readers skip them, but our decoder treats them as damage.

import { plural } from '../../../diagnostics/plural.js';
import { type ImageInput, warnAbout } from '../image-input.js';

export interface JpegJunk {
  readonly at: number;
  readonly end: number;
}

/** The offset of the next segment marker, searching from a position without one. */
export function nextMarker(bytes: Uint8Array, from: number): number | undefined {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1))
    if (isSegmentMarker(bytes[at + 1] ?? 0)) return at;
  return undefined;
}

/** Excludes stuffed zeros, fill bytes and standalone markers, except the end marker. */
const isSegmentMarker = (code: number): boolean => code >= 0xc0 && code < 0xff && !(code >= 0xd0 && code <= 0xd8);

export function removeJunk(input: ImageInput, junk: readonly JpegJunk[]): Uint8Array {
  const [first] = junk;
  if (first === undefined) return input.bytes;
  const count = junk.reduce((sum, { at, end }) => sum + end - at, 0);
  warnAbout(
    input,
    'image/odd-data',
    first.at,
    `${plural(count, 'stray byte')} between the segments of the JPEG ${count === 1 ? 'is' : 'are'} ignored`,
  );
  const kept: Uint8Array[] = [];
  let from = 0;
  for (const { at, end } of junk) {
    kept.push(input.bytes.subarray(from, at));
    from = end;
  }
  return new Uint8Array(Buffer.concat([...kept, input.bytes.subarray(from)]));
}

// What other readers pass over in a JPEG and the decoder takes for damage, put right in its bytes: a version of JFIF that is unknown, parameters of
// scans that mean nothing in a sequential image, and an end that is missing. The pixels are the same; each is told.

import { type ImageInput, warnAbout } from './image-input.js';

interface Mended {
  readonly bytes: Uint8Array;
  /** To be told when the pixels prove to be whole: where, and what. */
  readonly notes: readonly (readonly [offset: number, message: string])[];
}

/** `firstScan`: where the first SOS lies in `bytes`. */
export function mendJpeg(bytes: Uint8Array, firstScan: number, isSequential: boolean): Mended {
  const notes: [number, string][] = [];
  const changes: [number, number][] = [];
  const version = jfifVersion(bytes, firstScan);
  if (version !== undefined && bytes[version] !== 1) changes.push([version, 1]);
  if (isSequential) {
    const odd = scanParameters(bytes, firstScan);
    changes.push(...odd);
    const [first] = odd;
    if (first !== undefined)
      notes.push([first[0], 'a scan of the JPEG states parameters of progressive ones: they are passed over']);
  }
  const lacksEnd = !hasEnd(bytes, firstScan);
  if (lacksEnd) notes.push([bytes.length, 'the JPEG lacks its end marker']);
  if (changes.length === 0 && !lacksEnd) return { bytes, notes };
  const mended = new Uint8Array(bytes.length + (lacksEnd ? 2 : 0));
  mended.set(bytes);
  for (const [at, value] of changes) mended[at] = value;
  if (lacksEnd) mended.set([0xff, 0xd9], bytes.length);
  return { bytes: mended, notes };
}

export function tellMended(input: ImageInput, { notes }: Pick<Mended, 'notes'>): void {
  for (const [offset, message] of notes) warnAbout(input, 'image/odd-data', offset, message);
}

/** Where the major number of JFIF's version lies; the segment is the first, if there is one. */
function jfifVersion(bytes: Uint8Array, firstScan: number): number | undefined {
  const isJfif = bytes[2] === 0xff && bytes[3] === 0xe0 && String.fromCharCode(...bytes.subarray(6, 11)) === 'JFIF\0';
  return isJfif && firstScan > 11 ? 11 : undefined;
}

/** Places and values of what is not as every sequential scan has it: from 0 to 63, no approximation. */
function scanParameters(bytes: Uint8Array, firstScan: number): [number, number][] {
  const changes: [number, number][] = [];
  for (let at = bytes.indexOf(0xff, firstScan); at >= 0 && at + 4 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    if (bytes[at + 1] !== 0xda) continue;
    const components = bytes[at + 4] ?? 0;
    const first = at + 5 + components * 2;
    if ((bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0) !== 6 + components * 2 || first + 3 > bytes.length) continue;
    for (const [i, value] of [0, 63, 0].entries()) if (bytes[first + i] !== value) changes.push([first + i, value]);
  }
  return changes;
}

/** In coded data a marker is what it seems. */
function hasEnd(bytes: Uint8Array, firstScan: number): boolean {
  for (let at = bytes.indexOf(0xff, firstScan); at >= 0; at = bytes.indexOf(0xff, at + 1))
    if (bytes[at + 1] === 0xd9) return true;
  return false;
}

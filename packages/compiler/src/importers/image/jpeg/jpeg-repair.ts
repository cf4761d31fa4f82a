// Repairs JPEG defects that other readers tolerate but our decoder rejects: an unknown JFIF version, progressive scan parameters in a
// sequential image, and a missing end marker. The pixels stay the same; each repair is reported.

import { type ImageInput, warnAbout } from '../image-input.js';

interface RepairedJpeg {
  readonly bytes: Uint8Array;
  /** Warnings to report if the pixels decode completely. */
  readonly warnings: readonly (readonly [offset: number, message: string])[];
}

/** `firstScan`: offset of the first SOS in `bytes`. */
export function repairJpeg(bytes: Uint8Array, firstScan: number, isSequential: boolean): RepairedJpeg {
  const warnings: [number, string][] = [];
  const changes: [number, number][] = [];
  const version = jfifVersionOffset(bytes, firstScan);
  if (version !== undefined && bytes[version] !== 1) changes.push([version, 1]);
  if (isSequential) {
    const corrections = scanCorrections(bytes, firstScan);
    changes.push(...corrections);
    const [first] = corrections;
    if (first !== undefined)
      warnings.push([first[0], 'a scan of the JPEG has parameters for progressive scans, which are ignored']);
  }
  const lacksEnd = !hasEnd(bytes, firstScan);
  if (lacksEnd) warnings.push([bytes.length, 'the JPEG lacks its end marker']);
  if (changes.length === 0 && !lacksEnd) return { bytes, warnings };
  const repaired = new Uint8Array(bytes.length + (lacksEnd ? 2 : 0));
  repaired.set(bytes);
  for (const [at, value] of changes) repaired[at] = value;
  if (lacksEnd) repaired.set([0xff, 0xd9], bytes.length);
  return { bytes: repaired, warnings };
}

export function warnAboutRepairs(input: ImageInput, { warnings }: Pick<RepairedJpeg, 'warnings'>): void {
  for (const [offset, message] of warnings) warnAbout(input, 'image/odd-data', offset, message);
}

/** Offset of JFIF's major version; the segment comes first, if present. */
function jfifVersionOffset(bytes: Uint8Array, firstScan: number): number | undefined {
  const isJfif = bytes[2] === 0xff && bytes[3] === 0xe0 && String.fromCharCode(...bytes.subarray(6, 11)) === 'JFIF\0';
  return isJfif && firstScan > 11 ? 11 : undefined;
}

/** Offsets and correct values of scan parameters that differ from those of a sequential scan: 0 to 63, no approximation. */
function scanCorrections(bytes: Uint8Array, firstScan: number): [number, number][] {
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

/** In entropy-coded data, a marker is always a real marker. */
function hasEnd(bytes: Uint8Array, firstScan: number): boolean {
  for (let at = bytes.indexOf(0xff, firstScan); at >= 0; at = bytes.indexOf(0xff, at + 1))
    if (bytes[at + 1] === 0xd9) return true;
  return false;
}

// Reads a JPEG's segments up to its first scan: dimensions, components, EXIF and ICC, before anything is decoded.

import { plural } from '../../../diagnostics/plural.js';
import type { EmbeddedProfile } from '../color/color-profile.js';
import { checkDimensions, type ImageInput, refuse } from '../image-input.js';
import { type Orientation, readOrientation } from '../orientation.js';
import { type JpegJunk, nextMarker } from './jpeg-junk.js';
import { isFrameMarker } from './jpeg-markers.js';

interface JpegHeader {
  readonly width: number;
  readonly height: number;
  readonly orientation: Orientation;
  readonly profile: EmbeddedProfile | undefined;
  /** For CMYK and YCCK. Inverted: full values mean no ink, as Adobe's programs write them. */
  readonly inks: 'plain' | 'inverted' | undefined;
  /** Bytes between segments that belong to none. */
  readonly junk: readonly JpegJunk[];
  /** Offset of the first scan after the junk is removed. */
  readonly firstScan: number;
  readonly isSequential: boolean;
}

/** A progressive file may repeat scans endlessly; each costs a pass over the whole image. Encoders write about ten. */
const MAX_SCANS = 500;

export function readJpegHeader(input: ImageInput): JpegHeader {
  const { bytes } = input;
  let frame: JpegFrame | undefined;
  let orientation: Orientation = 1;
  let isAdobe = false;
  /** APP2 segments: number, count, and a part of the profile. */
  const profileParts: Uint8Array[] = [];
  let profileOffset = 0;
  const junk: JpegJunk[] = [];
  let at = 2;
  for (;;) {
    if (at + 2 > bytes.length) refuse(input, 'image/truncated', at, 'the JPEG ends before its first scan');
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || marker === 0) {
      const end = nextMarker(bytes, at);
      if (end === undefined) return refuse(input, 'image/corrupt', at, 'a JPEG marker is missing here');
      junk.push({ at, end });
      at = end;
      continue;
    }
    if (marker === 0xff) {
      at++; // Fill byte.
      continue;
    }
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      at += 2;
      continue;
    }
    if (marker === 0xd9) refuse(input, 'image/corrupt', at, 'the JPEG ends without an image');
    const length = be16(bytes, at + 2);
    const end = at + 2 + length;
    if (at + 4 > bytes.length || end > bytes.length)
      refuse(input, 'image/truncated', at, 'a JPEG segment reaches beyond the end of the file');
    if (length < 2) refuse(input, 'image/corrupt', at + 2, `a JPEG segment states a length of ${length}`);
    const payload = bytes.subarray(at + 4, end);
    if (marker === 0xda) break;
    if (isFrameMarker(marker)) {
      if (frame !== undefined) refuse(input, 'image/corrupt', at, 'the JPEG has two frame headers');
      frame = readFrame(input, marker, payload, at + 4);
    } else if (marker === 0xee && startsWith(payload, 'Adobe')) {
      isAdobe = true;
    } else if (marker === 0xe1 && startsWith(payload, 'Exif\0\0')) {
      orientation = readOrientation(payload.subarray(6));
    } else if (marker === 0xe2 && startsWith(payload, 'ICC_PROFILE\0') && payload.length > 14) {
      if (profileParts.length === 0) profileOffset = at;
      profileParts.push(payload.subarray(12));
    }
    at = end;
  }
  if (frame === undefined) return refuse(input, 'image/corrupt', at, 'the JPEG has a scan before its frame header');
  checkScans(input, at);
  const { width, height } = frame;
  const isGray = frame.components === 1;
  const profile = profileParts.length === 0 ? undefined : { ...joinParts(profileParts), offset: profileOffset, isGray };
  const inks = frame.components !== 4 ? undefined : isAdobe ? 'inverted' : 'plain';
  const firstScan = at - junk.reduce((sum, { at: from, end }) => sum + end - from, 0);
  return { width, height, orientation, profile, inks, junk, firstScan, isSequential: frame.isSequential };
}

/** Parts may be in any order; each has its number, from 1, and the total count. */
function joinParts(parts: readonly Uint8Array[]): Pick<EmbeddedProfile, 'bytes' | 'fault'> {
  const sorted = parts.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
  if (!sorted.every((part, i) => part[0] === i + 1 && part[1] === parts.length))
    return { bytes: undefined, fault: `its ${parts.length} parts are numbered wrongly` };
  return { bytes: new Uint8Array(Buffer.concat(sorted.map((part) => part.subarray(2)))) };
}

interface JpegFrame {
  readonly width: number;
  readonly height: number;
  readonly components: number;
  readonly isSequential: boolean;
}

function readFrame(input: ImageInput, marker: number, payload: Uint8Array, offset: number): JpegFrame {
  if (payload.length < 6) refuse(input, 'image/corrupt', offset, 'the JPEG frame header is too short');
  const precision = payload[0] ?? 0;
  const height = be16(payload, 1);
  const width = be16(payload, 3);
  const components = payload[5] ?? 0;
  const plain = 'Save it as an ordinary 8-bit RGB or gray JPEG.';
  if (marker === 0xc9 || marker === 0xca)
    refuse(
      input,
      'image/unsupported',
      offset,
      'the JPEG is arithmetic-coded, which hardly any program supports',
      'Convert it without loss: jpegtran -optimize -copy all -outfile out.jpg in.jpg',
    );
  if (marker !== 0xc0 && marker !== 0xc1 && marker !== 0xc2)
    refuse(input, 'image/unsupported', offset, 'lossless and hierarchical JPEGs are not supported', plain);
  if (precision !== 8)
    refuse(input, 'image/unsupported', offset, `the JPEG has ${precision} bits per sample, not 8`, plain);
  if (components !== 1 && components !== 3 && components !== 4)
    refuse(input, 'image/unsupported', offset, `the JPEG has ${plural(components, 'component')}, not 1, 3 or 4`, plain);
  if (height === 0 && width > 0)
    refuse(input, 'image/unsupported', offset + 1, 'the JPEG states its height only after its first scan', plain);
  checkDimensions(input, width, height, offset + 1);
  return { width, height, components, isSequential: marker !== 0xc2 };
}

function checkScans(input: ImageInput, firstScan: number): void {
  const { bytes } = input;
  let scans = 0;
  for (let i = bytes.indexOf(0xff, firstScan); i >= 0 && i + 1 < bytes.length; i = bytes.indexOf(0xff, i + 1)) {
    if (bytes[i + 1] === 0xda && ++scans > MAX_SCANS)
      refuse(
        input,
        'image/unsupported',
        i,
        `the JPEG has more than ${MAX_SCANS} scans`,
        'Save it again as a baseline JPEG.',
      );
  }
}

const be16 = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);

function startsWith(bytes: Uint8Array, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[i] !== text.charCodeAt(i)) return false;
  return true;
}

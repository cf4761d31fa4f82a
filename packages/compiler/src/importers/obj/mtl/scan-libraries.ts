// Finds the files that an OBJ file refers to, without parsing its geometry: material libraries are read, their maps only checked for existence.

import type { ScanContext } from '../../../model/kind/scheduling.js';
import { utf8Bytes } from '../../../model/text/text-encoding.js';
import { locateMaps, readLibraries } from './read-libraries.js';

const LIBRARY = /^[ \t]*mtllib[ \t]+(.*\S)/gm;

export async function scanLibraries(context: ScanContext, bytes: Uint8Array): Promise<void> {
  const text = new TextDecoder('latin1').decode(utf8Bytes(bytes));
  const lines = [...text.matchAll(LIBRARY)].map((match) => ({ name: utf8(match[1] ?? ''), line: 0 }));
  const { libraries } = await readLibraries(context, lines);
  await locateMaps(context, libraries);
}

const utf8 = (latin1: string): string => Buffer.from(latin1, 'latin1').toString();

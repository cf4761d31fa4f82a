// Resolves font.charset to characters: a named set, a list of ranges and characters, or the characters of a text file of the input.

import { AssetError } from '../../diagnostics/diagnostic.js';
import type { CompileContext } from '../../model/kind/compile-context.js';

const ASCII: readonly Range[] = [[0x20, 0x7e]];
/** U+0020–007E and U+00A0–00FF. */
const LATIN1: readonly Range[] = [...ASCII, [0xa0, 0xff]];
const LAST_CODEPOINT = 0x10ffff;
const RANGE = /^(?:U\+|0x)([0-9a-f]{1,6})(?:\s*(?:-|–|\.\.)\s*(?:U\+|0x)?([0-9a-f]{1,6}))?$/i;

type Range = readonly [first: number, last: number];

/** Codepoints above 0 in ascending order, each once. A text file is read through the context, which records the dependency. */
export async function readCharset(
  context: Pick<CompileContext, 'path' | 'read' | 'tryRead'>,
  charset: string | readonly string[],
): Promise<Uint32Array> {
  const wanted = new Set<number>();
  for (const entry of typeof charset === 'string' ? [charset] : charset) {
    for (const codepoint of await codepointsOf(context, entry, typeof charset === 'string')) wanted.add(codepoint);
  }
  if (wanted.size === 0) throw bad(context.path, 'font.charset is empty', undefined);
  return Uint32Array.from(wanted).sort();
}

async function codepointsOf(
  context: Pick<CompileContext, 'path' | 'read' | 'tryRead'>,
  entry: string,
  isOnlyEntry: boolean,
): Promise<Iterable<number>> {
  if (entry === 'latin1') return expand(LATIN1);
  if (entry === 'ascii') return expand(ASCII);
  const range = RANGE.exec(entry.trim());
  if (range !== null) {
    const first = Number.parseInt(range[1] ?? '', 16);
    const last = range[2] === undefined ? first : Number.parseInt(range[2], 16);
    if (first > last || last > LAST_CODEPOINT)
      throw bad(context.path, `font.charset: ${JSON.stringify(entry)} is not a range of characters`, undefined);
    return expand([[first, last]]);
  }
  if ([...entry].length === 1) return characters(entry);
  // In a list, a text without a dot or slash is taken as its characters; a single text is most likely a file.
  if (!isOnlyEntry && !/[./]/.test(entry)) return characters(entry);
  const path = entry.replaceAll('\\', '/');
  const isOutsideInput = path.startsWith('/') || /^[A-Za-z]:/.test(path) || path.split('/').includes('..');
  const bytes = isOutsideInput ? undefined : await context.tryRead(path);
  if (bytes === undefined)
    throw bad(
      context.path,
      `font.charset: ${JSON.stringify(entry)} is not a set, a range or a text file of the input`,
      'Use latin1, ascii, a list such as ["U+0400-04FF", "é"], or the path of a text file, relative to the input folder.',
    );
  return characters(decode(bytes, path));
}

function* expand(ranges: readonly Range[]): Iterable<number> {
  for (const [first, last] of ranges) {
    for (let codepoint = Math.max(first, 1); codepoint <= last; codepoint++) {
      // Surrogates are not characters.
      if (codepoint < 0xd800 || codepoint > 0xdfff) yield codepoint;
    }
  }
}

/** Line ends, tabs and other control characters separate characters in a text file and are not drawn. */
function* characters(text: string): Iterable<number> {
  for (const character of text) {
    const codepoint = character.codePointAt(0) ?? 0;
    if (codepoint >= 0x20 && (codepoint < 0x7f || codepoint > 0x9f) && codepoint !== 0xfeff) yield codepoint;
  }
}

function decode(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AssetError(
      {
        code: 'font/bad-charset',
        file: path,
        message: 'the file of characters is not UTF-8 text',
        hint: 'Save it as UTF-8.',
      },
      { cause },
    );
  }
}

const bad = (file: string, message: string, hint: string | undefined): AssetError =>
  new AssetError({ code: 'font/bad-charset', file, message, ...(hint !== undefined && { hint }) });

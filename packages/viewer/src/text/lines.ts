// Splits bytes into lines if they are text, and lines of JSON into tokens.

/** Returns undefined if the bytes are not valid UTF-8 or contain control characters. */
export function textOf(bytes: Uint8Array): string | undefined {
  for (const byte of bytes.subarray(0, 4096)) if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Without an empty line after the last line end. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r\n|\r|\n/);
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines;
}

interface JsonPart {
  readonly text: string;
  readonly role: 'key' | 'string' | 'number' | 'word' | 'mark';
}

const PARTS = /("(?:\\.|[^"\\])*"?)(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b|[^"\d\-tfn]+|./g;

export function jsonParts(line: string): readonly JsonPart[] {
  return [...line.matchAll(PARTS)].flatMap(([whole, string, colon, number, word]): JsonPart[] => {
    if (string !== undefined)
      return [
        { text: string, role: colon === undefined ? 'string' : 'key' },
        ...(colon === undefined ? [] : [{ text: colon, role: 'mark' as const }]),
      ];
    return [{ text: whole, role: number !== undefined ? 'number' : word !== undefined ? 'word' : 'mark' }];
  });
}

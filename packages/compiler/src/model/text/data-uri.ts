// Data URIs (RFC 2397), read as browsers read them and no more strictly: exporters break lines, forget to encode `%`, encode the `=`
// of base64, or write the URL-safe alphabet. All importers use this one, so that they accept the same URIs.

type DecodedDataUri = { readonly bytes: Uint8Array } | { readonly problem: string };

const SPACES = /[ \t\n\f\r]+/g;

export const isDataUri = (uri: string): boolean => uri.slice(0, 5).toLowerCase() === 'data:';

export function dataUriMime(uri: string): string | undefined {
  const mime = /^data:([^;,]*)/i.exec(uri.slice(0, 256))?.[1]?.trim();
  return mime === undefined || mime === '' ? undefined : mime;
}

export function decodeDataUri(uri: string): DecodedDataUri {
  if (!isDataUri(uri)) return { problem: 'this is not a data URI' };
  const comma = uri.indexOf(',');
  if (comma < 0) return { problem: 'the data URI has no comma' };
  const body = uri.slice(comma + 1);
  if (/;[ ]*base64[ ]*$/i.test(uri.slice(0, comma))) return decodeBase64(body);
  return { bytes: percentDecoded(body) };
}

function decodeBase64(body: string): DecodedDataUri {
  const plain = body.includes('%') ? new TextDecoder('latin1').decode(percentDecoded(body)) : body;
  const text = plain.replaceAll(SPACES, '');
  const digits = text.replace(/={1,2}$/, '');
  const wrong = /[^A-Za-z0-9+/_-]/.exec(digits);
  if (wrong !== null) return { problem: `the data URI contains ${JSON.stringify(wrong[0])}, which is not base64` };
  if (digits.length % 4 === 1) return { problem: 'the base64 of the data URI is cut short' };
  // Buffer reads both alphabets.
  const bytes = Buffer.from(digits, 'base64');
  return { bytes: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}

/** Byte by byte, since an encoded image is not UTF-8; a `%` that is not followed by two hex digits is a plain character. */
function percentDecoded(text: string): Uint8Array {
  const source = new TextEncoder().encode(text);
  const bytes = new Uint8Array(source.length);
  let length = 0;
  for (let i = 0; i < source.length; i++) {
    const high = source[i] === 0x25 ? hexDigit(source[i + 1]) : -1;
    const low = high < 0 ? -1 : hexDigit(source[i + 2]);
    if (low >= 0) i += 2;
    bytes[length++] = low >= 0 ? high * 16 + low : (source[i] ?? 0);
  }
  return bytes.slice(0, length);
}

function hexDigit(code: number | undefined): number {
  if (code === undefined) return -1;
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

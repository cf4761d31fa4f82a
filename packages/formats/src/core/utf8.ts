// Strings on disk: UTF-8 without a terminator, refused rather than repaired where they are malformed.

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const encodeUtf8 = (text: string): Uint8Array => {
  if (/\p{Surrogate}/u.test(text)) throw new Error('a lone surrogate has no UTF-8');
  return encoder.encode(text);
};

/** Undefined where the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

import type { Place } from '../../diagnostics/diagnostic.js';

/**
 * Where bytes are stored: a whole file, a range of it, a data URI at a JSON pointer in it, or a range of the decoded data URI. The pointer
 * `base64:<offset>+<length>` means the quoted base64 in that range of a text file.
 */
export interface BytesRef {
  readonly file: string;
  readonly pointer?: string;
  readonly offset?: number;
  readonly length?: number;
}

/** The place of a byte inside the referenced data. In a data URI it is relative to the start of the decoded data. */
export const placeIn = ({ pointer, offset = 0 }: Pick<BytesRef, 'pointer' | 'offset'>, at: number): Place => ({
  ...(pointer === undefined ? {} : { pointer }),
  offset: offset + at,
});

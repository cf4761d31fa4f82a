/** Where bytes are stored: a whole file, a range of it, a data URI at a JSON pointer in it, or a range of the decoded data URI. */
export interface BytesRef {
  readonly file: string;
  readonly pointer?: string;
  readonly offset?: number;
  readonly length?: number;
}

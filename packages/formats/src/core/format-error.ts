// The one exception that decoders throw.

/** What kind of rule the bytes break; `message` says which. */
export type FormatErrorCode =
  | 'truncated'
  | 'bad-value'
  | 'bad-magic'
  | 'bad-version'
  | 'bad-alignment'
  | 'bad-range'
  | 'bad-text'
  | 'missing'
  | 'duplicate'
  | 'bad-order'
  | 'trailing-bytes'
  | 'unsupported';

/** Bytes that do not obey a spec page. Thrown only by decoders; never by our own mistakes. */
export class FormatError extends Error {
  readonly code: FormatErrorCode;
  /** Byte offset from the start of the file. */
  readonly offset: number;

  constructor(code: FormatErrorCode, offset: number, message: string) {
    super(`${message} (at byte ${offset})`);
    this.name = 'FormatError';
    this.code = code;
    this.offset = offset;
  }
}

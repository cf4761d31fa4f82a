// The one exception that decoders throw.

/** The category of the broken rule; `message` has the details. */
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

/** Bytes that violate the format's specification. Thrown only by decoders, never for programming errors. */
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

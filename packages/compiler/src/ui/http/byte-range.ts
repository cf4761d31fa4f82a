// Parses `Range: bytes=…` with one range. Several ranges are answered with the whole file, as the standard allows.

interface ByteRange {
  readonly start: number;
  /** Past the last byte. */
  readonly end: number;
}

/** Undefined if there is no range that we support; then the whole file is sent. `unsatisfiable` if it begins after the end. */
export function byteRangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '');
  if (match === null) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '') {
    if (last === '') return undefined;
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size : Math.min(size, Number(last) + 1) };
}

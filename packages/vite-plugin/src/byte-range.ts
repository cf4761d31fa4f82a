// Parses one HTTP byte range (RFC 9110). Anything but a single range is answered with the whole file, as the RFC allows.

type ByteRange = { readonly start: number; readonly end: number } | 'whole' | 'unsatisfiable';

/** `end` is exclusive. */
export function parseRange(header: string | undefined, size: number): ByteRange {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header?.replaceAll(' ', '') ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return 'whole';
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size };
  }
  const start = Number(from);
  const end = to === '' ? size : Math.min(Number(to) + 1, size);
  if (to !== '' && Number(to) < start) return 'whole';
  return start >= size ? 'unsatisfiable' : { start, end };
}

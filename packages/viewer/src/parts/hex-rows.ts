// One row of a hex view as text.

/** Values and characters of up to `length` bytes at `start`; blank if `bytes` does not contain them. */
export function hexRow(bytes: Uint8Array, start: number, length: number, width: number): readonly [string, string] {
  let values = '';
  let letters = '';
  for (let i = 0; i < length; i++) {
    const value = bytes[start + i];
    values += `${value === undefined ? '  ' : value.toString(16).padStart(2, '0')}${i === 7 ? '  ' : ' '}`;
    letters += value === undefined ? ' ' : value > 0x20 && value < 0x7f ? String.fromCharCode(value) : '·';
  }
  return [values.padEnd(width === 8 ? 24 : 49), letters];
}

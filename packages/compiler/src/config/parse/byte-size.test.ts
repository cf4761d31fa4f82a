import { describe, expect, it } from 'vitest';
import { parseByteSize } from './byte-size.js';

describe('parseByteSize', () => {
  it.each([
    ['10 GB', 10e9],
    ['10GB', 10e9],
    ['1.5 gb', 1.5e9],
    ['512 MiB', 536870912],
    ['2 KiB', 2048],
    ['1024', 1024],
    ['7 B', 7],
    [' 1 TB ', 1e12],
    ['0', 0],
  ])('reads %j as %i bytes', (text, bytes) => {
    expect(parseByteSize(text)).toBe(bytes);
  });

  it.each(['', 'GB', '-1 GB', '10 XB', '1,5 GB', '1e3 PB', '99999999999 TB', 'ten'])('refuses %j', (text) => {
    expect(parseByteSize(text)).toBeUndefined();
  });
});

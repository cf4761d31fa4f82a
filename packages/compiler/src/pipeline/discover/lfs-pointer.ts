// Git LFS leaves a few lines of text in place of a file that was not fetched. Every kind would call that damaged in words of
// its own; the one true remedy is told here, for sources and for all that they refer to.

import { AssetError } from '../../diagnostics/diagnostic.js';

const FIRST_LINE = 'version https://git-lfs.github.com/spec/v';
/** The specification's own limit. */
const LONGEST_POINTER = 1024;

export function refuseLfsPointer(file: string, bytes: Uint8Array): void {
  if (bytes.length >= LONGEST_POINTER || bytes[0] !== 0x76) return;
  const text = String.fromCharCode(...bytes);
  if (!text.startsWith(FIRST_LINE) || !/^oid /m.test(text)) return;
  const [, size] = /^size (\d+)$/m.exec(text) ?? [];
  throw new AssetError({
    code: 'build/lfs-pointer',
    file,
    message: `is a Git LFS pointer${size === undefined ? '' : ` to ${size} bytes`}, not the file itself`,
  });
}

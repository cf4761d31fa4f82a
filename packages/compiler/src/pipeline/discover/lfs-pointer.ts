// Git LFS leaves a few lines of text instead of a file that was not fetched. Every kind would call that damaged in its own words; this
// reports the one remedy, for sources and for everything that they refer to.

import { AssetError } from '../../diagnostics/diagnostic.js';

const FIRST_LINE = 'version https://git-lfs.github.com/spec/v';
/** The limit in the specification. */
const MAX_POINTER_BYTES = 1024;

export function refuseLfsPointer(file: string, bytes: Uint8Array): void {
  if (bytes.length >= MAX_POINTER_BYTES || bytes[0] !== 0x76) return;
  const text = String.fromCharCode(...bytes);
  if (!text.startsWith(FIRST_LINE) || !/^oid /m.test(text)) return;
  const [, size] = /^size (\d+)$/m.exec(text) ?? [];
  throw new AssetError({
    code: 'build/lfs-pointer',
    file,
    message: `is a Git LFS pointer${size === undefined ? '' : ` to ${size} bytes`}, not the file itself`,
  });
}

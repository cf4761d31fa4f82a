// Reads the data format descriptor of a KTX2 file: blocks of words that define a texel block. Basic blocks are parsed, others are kept as
// bytes. Only checks that the blocks are inside the descriptor.

import { FormatError } from '../core/format-error.js';
import { BASIC_FIXED, DfdBasic, DfdBlockHeader, DfdSample } from './layout.js';
import type { BasicDataFormat, DataFormat, DataFormatSample } from './model.js';

/** `bytes` is the whole file, so that offsets in errors are the file's. */
export function decodeDataFormat(bytes: Uint8Array, start: number, length: number): DataFormat {
  if (length === 0) return { basic: undefined, extra: [] };
  const end = start + length;
  if (end > bytes.byteLength) throw new FormatError('truncated', start, `DFD needs ${length} bytes`);
  const dfd = bytes.subarray(0, end);
  let basic: BasicDataFormat | undefined;
  const extra: Uint8Array[] = [];
  for (let at = start + 4; at < end; ) {
    const { vendorAndType, versionNumber, descriptorBlockSize: size } = DfdBlockHeader.read(dfd, at);
    if (size < DfdBlockHeader.size || at + size > end) {
      throw new FormatError('bad-range', at + 6, `DFD block of ${size} bytes does not fit`);
    }
    if (vendorAndType === 0 && basic === undefined) {
      if (size < BASIC_FIXED || (size - BASIC_FIXED) % DfdSample.size !== 0) {
        throw new FormatError('bad-value', at + 6, `basic DFD block cannot have ${size} bytes`);
      }
      const samples: DataFormatSample[] = [];
      for (let s = at + BASIC_FIXED; s < at + size; s += DfdSample.size) samples.push(DfdSample.read(dfd, s));
      basic = { versionNumber, ...DfdBasic.read(dfd, at + DfdBlockHeader.size), samples };
    } else {
      extra.push(bytes.subarray(at, at + size));
    }
    at += size;
  }
  return { basic, extra };
}

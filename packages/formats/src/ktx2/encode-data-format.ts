// Writes the data format descriptor of a KTX2 file.

import { u32 } from '../core/scalar.js';
import { BASIC_FIXED, DfdBasic, DfdBlockHeader, DfdSample } from './layout.js';
import type { DataFormat } from './model.js';

export function encodeDataFormat({ basic, extra }: DataFormat): Uint8Array {
  const basicSize = basic === undefined ? 0 : BASIC_FIXED + basic.samples.length * DfdSample.size;
  const total = 4 + basicSize + extra.reduce((sum, block) => sum + block.byteLength, 0);
  const bytes = new Uint8Array(total);
  u32.write(new DataView(bytes.buffer), 0, total);
  let at = 4;
  if (basic !== undefined) {
    const { versionNumber, samples, ...rest } = basic;
    DfdBlockHeader.write(bytes, at, { vendorAndType: 0, versionNumber, descriptorBlockSize: basicSize });
    DfdBasic.write(bytes, at + DfdBlockHeader.size, rest);
    for (const [i, sample] of samples.entries()) DfdSample.write(bytes, at + BASIC_FIXED + i * DfdSample.size, sample);
    at += basicSize;
  }
  for (const block of extra) {
    bytes.set(block, at);
    at += block.byteLength;
  }
  return bytes;
}

// What rate-distortion needs to know about BC7.

import { RdoFormat } from '../block/rdo';
import { decodeCandidate, decodedError } from './decode';
import { fitEndpoints } from './fit-endpoints';
import { pack } from './pack';
import { unpack } from './unpack';

const FIRST_INDEX_BYTES: usize = memory.data<u8>([11, 11, 13, 13, 7, 9, 9, 13]);
const DECODED: usize = memory.data(128, 16);

export class Bc7Rdo extends RdoFormat {
  unpack(bytes: usize, c: usize): bool {
    return unpack(bytes, c);
  }
  decode(c: usize): usize {
    decodeCandidate(c, DECODED);
    return DECODED;
  }
  errorOf(texels: usize): i32 {
    return decodedError(texels);
  }
  firstIndexByte(mode: i32): i32 {
    return load<u8>(FIRST_INDEX_BYTES + mode);
  }
  fitEndpoints(c: usize): void {
    fitEndpoints(c);
  }
  pack(c: usize, bytes: usize): void {
    pack(c, bytes);
  }
}

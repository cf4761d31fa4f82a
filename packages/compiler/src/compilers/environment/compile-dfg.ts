// Encodes the split-sum table as KTX2 with two half floats per texel, uncompressed.

import { encodeKtx2, rg16fFormat, toHalf } from '@assetc/formats';
import type { Parallel } from '../../encoding/parallel.js';
import { DFG_SIZE, integrateDfg } from './dfg-table.js';

export async function compileDfg(parallel: Parallel): Promise<Uint8Array> {
  const table = await integrateDfg(parallel);
  const bytes = new Uint8Array(table.length * 2);
  const view = new DataView(bytes.buffer);
  for (const [i, value] of table.entries()) view.setUint16(i * 2, toHalf(value), true);
  return encodeKtx2({ format: rg16fFormat(), pixelWidth: DFG_SIZE, pixelHeight: DFG_SIZE, levels: [{ bytes }] });
}

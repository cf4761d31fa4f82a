// Decodes PXR24: in each line of a channel, the bytes of its samples are grouped by significance, each sample is stored as the
// difference from the previous one, and the result is deflated. Floats lose their lowest byte.

import { DamagedChunk } from './damaged-chunk.js';
import { type ChunkLayout, hasLine } from './exr-layout.js';
import { inflateExactly } from './exr-zip.js';

const STORED_BYTES = { half: 2, float: 3, uint: 4 } as const;

export function decodePxr24(data: Uint8Array, { box, channels, sizeBytes }: ChunkLayout): Uint8Array {
  const stored = channels.reduce((sum, { columns, rows, type }) => sum + columns * rows * STORED_BYTES[type], 0);
  const bytes = inflateExactly(data, stored);
  const out = new Uint8Array(sizeBytes);
  const view = new DataView(out.buffer);
  let [at, to] = [0, 0];
  for (let y = box.top; y <= box.bottom; y++)
    for (const channel of channels) {
      if (!hasLine(channel, y)) continue;
      const { columns, type, sampleBytes } = channel;
      const planes = STORED_BYTES[type];
      let value = 0;
      for (let x = 0; x < columns; x++, to += sampleBytes) {
        let difference = 0;
        for (let plane = 0; plane < planes; plane++)
          difference = (difference << 8) | (bytes[at + plane * columns + x] ?? 0);
        value = (value + (type === 'float' ? difference << 8 : difference)) | 0;
        if (sampleBytes === 2) view.setUint16(to, value & 0xffff, true);
        else view.setUint32(to, value >>> 0, true);
      }
      at += columns * planes;
    }
  if (to !== sizeBytes) throw new DamagedChunk('its lines do not fill it');
  return out;
}

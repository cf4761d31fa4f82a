// Combines one plane per channel into lines in which the channels follow each other.

import { type ChunkLayout, hasLine } from './exr-layout.js';

export function interleaveLines(planes: readonly Uint8Array[], { box, channels, sizeBytes }: ChunkLayout): Uint8Array {
  const out = new Uint8Array(sizeBytes);
  const offsets = channels.map(() => 0);
  let to = 0;
  for (let y = box.top; y <= box.bottom; y++)
    for (const [i, channel] of channels.entries()) {
      if (!hasLine(channel, y)) continue;
      const at = offsets[i] ?? 0;
      const end = at + channel.columns * channel.sampleBytes;
      out.set(planes[i]?.subarray(at, end) ?? [], to);
      to += end - at;
      offsets[i] = end;
    }
  return out;
}

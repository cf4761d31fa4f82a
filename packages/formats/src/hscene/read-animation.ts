// ANIM: clips, channels and positions of their keys. Only the validator reads the keys.

import type { ChunkReader } from '../chunked/chunk-reader.js';
import type { Chunk } from '../chunked/chunk-table.js';
import { alignUp, type Infer, type Struct } from '../core/struct.js';
import { typedSection } from '../core/typed-section.js';
import { INTERPOLATIONS } from '../hanim/layout.js';
import { checkChannels, checkClips } from './check-animation.js';
import { HsceneAnimHeader, HsceneChannelRow, type HsceneChunkName, HsceneClipRow, type HsceneDesc } from './layout.js';
import type { HsceneChannel, HsceneClip } from './model.js';
import { SCENE_PROPERTIES, targetOf } from './properties.js';

type Reader = ChunkReader<HsceneChunkName>;

export interface ReadAnimation {
  readonly chunk: Chunk;
  readonly clips: readonly Omit<HsceneClip, 'name'>[];
  readonly clipsOffset: number;
  /** Of the first channel's row, of the times and of the values, from the start of the file. */
  readonly channelsOffset: number;
  readonly timesOffset: number;
  readonly valuesOffset: number;
}

/** Returns undefined if there is none or it is unusable, which has been reported. */
export function readAnimation(reader: Reader, desc: Infer<typeof HsceneDesc>): ReadAnimation | undefined {
  const chunk = reader.get('ANIM');
  const head = chunk && reader.head(chunk, HsceneAnimHeader);
  if (!chunk || !head) return undefined;
  const clipsOffset = chunk.offset + HsceneAnimHeader.size;
  const channelsOffset = clipsOffset + head.clipCount * HsceneClipRow.size;
  const timesOffset = channelsOffset + head.channelCount * HsceneChannelRow.size;
  const valuesOffset = chunk.offset + alignUp(timesOffset - chunk.offset + head.timeCount * 4, 16);
  const wanted = valuesOffset + head.valueCount * 4 - chunk.offset;
  reader.expectSize(chunk, wanted);
  if (wanted > chunk.size) return undefined;
  const { bytes, problems } = reader;
  const clipRows = rowsAt(reader, HsceneClipRow, clipsOffset, head.clipCount, 'ANIM.clip');
  const rows = rowsAt(reader, HsceneChannelRow, channelsOffset, head.channelCount, 'ANIM.channel');
  const believable =
    checkClips(clipRows, head.channelCount, clipsOffset, problems) &&
    checkChannels(rows, head, desc, channelsOffset, problems);
  if (!believable) return undefined;
  const times = typedSection(Float32Array, bytes, timesOffset, head.timeCount);
  const values = typedSection(Float32Array, bytes, valuesOffset, head.valueCount);
  const channels = rows.map((row) => channelOf(row, times, values));
  const clips = clipRows.map(({ firstChannel, channelCount, duration }) => ({
    duration,
    channels: channels.slice(firstChannel, firstChannel + channelCount),
  }));
  return { chunk, clips, clipsOffset, channelsOffset, timesOffset, valuesOffset };
}

/** The caller has checked that they are inside the file. */
function rowsAt<V>({ bytes, problems }: Reader, layout: Struct<V>, at: number, count: number, label: string): V[] {
  const rows: V[] = [];
  for (let i = 0; i < count; i++) {
    const row = layout.inspect(bytes, at + i * layout.size, problems, `${label}[${i}]`);
    if (row !== undefined) rows.push(row);
  }
  return rows;
}

function channelOf(row: Infer<typeof HsceneChannelRow>, times: Float32Array, values: Float32Array): HsceneChannel {
  const target = targetOf(row.target) ?? 'node';
  const { firstTime, keyCount, firstValue, components } = row;
  return {
    target,
    index: row.index,
    property: SCENE_PROPERTIES[target].find(({ number }) => number === row.property)?.name ?? 'translation',
    interpolation: INTERPOLATIONS[row.interp] ?? 'STEP',
    times: times.subarray(firstTime, firstTime + keyCount),
    values: values.subarray(firstValue, firstValue + keyCount * components),
  };
}

// How the texels of a part are divided into chunks, and how a chunk stores its samples: line by line, and channel by channel in a line.

import type { ExrBox, ExrChannel, ExrPart } from './exr-attributes.js';

/** Lines per chunk, by compression. */
const LINES_PER_CHUNK = [1, 1, 1, 16, 32, 16, 32, 32, 32, 256];

export const EXR_COMPRESSIONS = ['none', 'RLE', 'ZIPS', 'ZIP', 'PIZ', 'PXR24', 'B44', 'B44A', 'DWAA', 'DWAB'] as const;

export interface ExrGrid {
  readonly columns: number;
  readonly rows: number;
  readonly width: number;
  readonly height: number;
  /** Of all levels: the length of the chunk table. */
  readonly chunkCount: number;
}

export const widthOf = ({ left, right }: ExrBox): number => right - left + 1;
export const heightOf = ({ top, bottom }: ExrBox): number => bottom - top + 1;

/** The chunk grid of the first level. */
export function gridOf({ dataWindow, tiles, compression }: ExrPart): ExrGrid {
  const [width, height] = [widthOf(dataWindow), heightOf(dataWindow)];
  if (tiles === undefined) {
    const lines = LINES_PER_CHUNK[compression] ?? 1;
    const rows = Math.ceil(height / lines);
    return { columns: 1, rows, width, height: lines, chunkCount: rows };
  }
  const columns = Math.ceil(width / tiles.width);
  const rows = Math.ceil(height / tiles.height);
  const chunkCount = tiles.levels === 'one' ? columns * rows : countTilesOfLevels(width, height, tiles);
  return { columns, rows, width: tiles.width, height: tiles.height, chunkCount };
}

function countTilesOfLevels(width: number, height: number, tiles: NonNullable<ExrPart['tiles']>): number {
  const sizesX = levelSizes(width, tiles.roundsUp);
  const sizesY = levelSizes(height, tiles.roundsUp);
  const columnsAt = (x: number): number => Math.ceil((sizesX[x] ?? 1) / tiles.width);
  const rowsAt = (y: number): number => Math.ceil((sizesY[y] ?? 1) / tiles.height);
  let count = 0;
  if (tiles.levels === 'mip')
    for (let level = 0; level < Math.max(sizesX.length, sizesY.length); level++)
      count += columnsAt(level) * rowsAt(level);
  else
    for (let y = 0; y < sizesY.length; y++) for (let x = 0; x < sizesX.length; x++) count += columnsAt(x) * rowsAt(y);
  return count;
}

/** Sizes of all levels down to one texel. */
function levelSizes(size: number, roundsUp: boolean): readonly number[] {
  const sizes = [size];
  for (let last = size; last > 1; sizes.push(last)) last = roundsUp ? Math.ceil(last / 2) : Math.floor(last / 2);
  return sizes;
}

export interface ChunkChannel extends ExrChannel {
  /** Samples per line, and number of lines that have any. */
  readonly columns: number;
  readonly rows: number;
  readonly sampleBytes: number;
}

export interface ChunkLayout {
  readonly box: ExrBox;
  readonly channels: readonly ChunkChannel[];
  readonly sizeBytes: number;
}

export function layoutOf(channels: readonly ExrChannel[], box: ExrBox): ChunkLayout {
  let sizeBytes = 0;
  const inChunk = channels.map((channel) => {
    const columns = samplesIn(box.left, box.right, channel.stepX);
    const rows = samplesIn(box.top, box.bottom, channel.stepY);
    const sampleBytes = channel.type === 'half' ? 2 : 4;
    sizeBytes += columns * rows * sampleBytes;
    return { ...channel, columns, rows, sampleBytes };
  });
  return { box, channels: inChunk, sizeBytes };
}

/** How many of the numbers from first to last are multiples of the step. */
const samplesIn = (first: number, last: number, step: number): number =>
  Math.floor(last / step) - Math.ceil(first / step) + 1;

/** Whether a channel has samples in a line. */
export const hasLine = ({ stepY }: ExrChannel, y: number): boolean => stepY === 1 || y % stepY === 0;

// Reads the format and the GPU memory of a file from its first bytes.

import { HEAD_BYTES } from '../runtimes/file-format.js';
import type { AssetTree } from './asset-tree.js';
import { formatOf } from './file-formats.js';

export interface HeadDescription {
  /** `ktx2`, `hmesh`, …; `other` for files that are not ours. */
  readonly format: string;
  /** On the GPU; 0 for damaged files. */
  readonly videoBytes: number;
  /** A texture that materials may name: no cube map, array, volume or table. */
  readonly isPlainTexture: boolean;
}

export async function describeHead(tree: AssetTree, path: string, sizeBytes: number): Promise<HeadDescription> {
  const head = await tree.readRange(path, 0, HEAD_BYTES);
  const format = await formatOf(path, head);
  const onGpu = format?.onGpuByHead?.(head, sizeBytes);
  return {
    format: format?.name ?? 'other',
    videoBytes: onGpu?.bytes ?? 0,
    isPlainTexture: onGpu?.isPlainTexture === true,
  };
}

// What the overview needs to know of each file, looked up once for every version of it. Of textures only the head is read, and only files of
// equal size are compared: a pack of gigabytes is not read for it.

import { FormatError } from '@assetc/formats';
import { isKtx2, Ktx2Header, Ktx2LevelIndex } from '@assetc/formats/layouts';
import type { AssetTree } from '../inspect/asset-tree.js';
import { formatByName, formatOf } from '../inspect/file-formats.js';
import { digestBytes } from '../pipeline/digest.js';

export interface FileFacts {
  /** `ktx2`, `hmesh`, …; `other` for files that are not ours. */
  readonly format: string;
  /** On the GPU. */
  readonly videoBytes: number;
  /** A texture that materials may name: no cube map, array or volume. */
  readonly isPlainTexture: boolean;
}

const NOTHING = { videoBytes: 0, isPlainTexture: false } as const;
/** More levels than any GPU takes. */
const HEAD_BYTES = Ktx2Header.size + 32 * Ktx2LevelIndex.size;
/** Of other formats: more is no mesh that anybody uploads at once. */
const MOST_BYTES = 1 << 28;

export class KnownFacts {
  readonly #facts = new Map<string, { readonly version: string; readonly value: FileFacts }>();
  readonly #digests = new Map<string, { readonly version: string; readonly value: string }>();

  async of(tree: AssetTree, path: string, version: string): Promise<FileFacts> {
    return known(this.#facts, path, version, () => describe(tree, path));
  }

  async digest(tree: AssetTree, path: string, version: string): Promise<string> {
    return known(this.#digests, path, version, async () => digestBytes(await tree.read(path)));
  }
}

async function known<T>(
  all: Map<string, { readonly version: string; readonly value: T }>,
  path: string,
  version: string,
  look: () => Promise<T>,
): Promise<T> {
  const before = all.get(path);
  if (before?.version === version) return before.value;
  const value = await look();
  all.set(path, { version, value });
  // Reading holds the thread: whoever waits for another answer goes first.
  await new Promise((resolve) => setImmediate(resolve));
  return value;
}

async function describe(tree: AssetTree, path: string): Promise<FileFacts> {
  const head = await tree.readHead(path, HEAD_BYTES);
  const texture = isKtx2(head) ? describeHead(head) : undefined;
  if (texture !== undefined) return texture;
  const named = formatByName(path);
  const size = tree.files.find((file) => file.path === path)?.sizeBytes ?? 0;
  if (named === undefined || size > MOST_BYTES) return { format: named?.name ?? 'other', ...NOTHING };
  const bytes = await tree.read(path);
  const format = formatOf(path, bytes);
  if (format === undefined) return { format: 'other', ...NOTHING };
  try {
    const { onGpu, totals } = format.describe(bytes);
    // Vertices and indices are uploaded as they lie.
    const videoBytes = onGpu?.bytes ?? (totals?.vertices === undefined ? 0 : bytes.byteLength);
    return { format: format.name, videoBytes, isPlainTexture: onGpu !== undefined };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { format: format.name, ...NOTHING };
  }
}

/** Undefined where the head does not tell: it is damaged, or its levels are made of something that says no size (BasisLZ). */
function describeHead(head: Uint8Array): FileFacts | undefined {
  if (head.byteLength < Ktx2Header.size) return undefined;
  const { levelCount, faceCount, layerCount, pixelDepth } = Ktx2Header.read(head);
  const levels = Math.max(1, levelCount);
  if (Ktx2Header.size + levels * Ktx2LevelIndex.size > head.byteLength) return undefined;
  let videoBytes = 0;
  for (let i = 0; i < levels; i++)
    videoBytes += Number(Ktx2LevelIndex.read(head, Ktx2Header.size + i * Ktx2LevelIndex.size).uncompressedByteLength);
  const isPlainTexture = faceCount === 1 && layerCount === 0 && pixelDepth === 0;
  return videoBytes === 0 ? undefined : { format: 'ktx2', videoBytes, isPlainTexture };
}

// What the overview needs to know of each file, read once for every version of it.

import { FormatError } from '@assetc/formats';
import type { AssetTree } from '../inspect/asset-tree.js';
import { formatOf } from '../inspect/file-formats.js';
import { digestBytes } from '../pipeline/digest.js';

export interface FileFacts {
  /** `ktx2`, `hmesh`, …; `other` for files that are not ours. */
  readonly format: string;
  /** On the GPU. */
  readonly videoBytes: number;
  readonly digest: string;
  /** A texture that materials may name: no cube map, array or volume. */
  readonly isPlainTexture: boolean;
}

export class KnownFacts {
  readonly #known = new Map<string, { readonly version: string; readonly facts: FileFacts }>();

  async of(tree: AssetTree, path: string, version: string): Promise<FileFacts> {
    const known = this.#known.get(path);
    if (known?.version === version) return known.facts;
    const bytes = await tree.read(path);
    const facts = { ...describe(path, bytes), digest: digestBytes(bytes) };
    this.#known.set(path, { version, facts });
    // Reading holds the thread: whoever waits for another answer goes first.
    await new Promise((resolve) => setImmediate(resolve));
    return facts;
  }
}

function describe(path: string, bytes: Uint8Array): Omit<FileFacts, 'digest'> {
  // A kind of a plug-in will describe its own bytes here.
  const format = formatOf(path, bytes);
  if (format === undefined) return { format: 'other', videoBytes: 0, isPlainTexture: false };
  try {
    const { onGpu, totals, facts } = format.describe(bytes);
    // Vertices and indices are uploaded as they lie.
    const videoBytes = onGpu?.bytes ?? (totals?.vertices === undefined ? 0 : bytes.byteLength);
    const several = [facts.faces === 6, facts.layers, facts.depth].some(Boolean);
    return { format: format.name, videoBytes, isPlainTexture: onGpu !== undefined && !several };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { format: format.name, videoBytes: 0, isPlainTexture: false };
  }
}

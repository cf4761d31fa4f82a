// Reports the sizes of an output, what Zstandard would save on uncompressed textures, compression on clips, and other forms on meshes: measured
// on the files themselves, the largest first, within a time limit. Nothing is estimated.

import { loadZstd, type Zstd } from '../encoding/zstd.js';
import { type ChoiceSavings, measureChoiceSavings, NO_CHOICES, type OpenTextureTrial } from './choice-savings.js';
import { type ChosenTexture, chosenTextures } from './chosen-textures.js';
import { type ClipSavings, type MeasureClips, measureSavings } from './clip-savings.js';
import { type FormSavings, type MeasureForms, measureFormSavings } from './form-savings.js';
import { packedSize, zstdLevelOf } from './packed-size.js';

/** A file of the output, as recorded. */
interface FileSizes {
  /** Relative to the output. */
  readonly path: string;
  /** The asset that wrote it: `models/chair.glb#tex_0`. */
  readonly asset: string;
  readonly kind: string;
  /** Bytes that the asset read. */
  readonly sourceBytes: number;
  readonly sizeBytes: number;
}

/** One of the largest files. */
export interface SizedFile extends FileSizes {
  /** Its size with `texture.supercompress: zstd`; null if that would change nothing, or was not measured. */
  readonly packedBytes: number | null;
}

/** The assets of one kind. */
export interface KindSizes {
  readonly kind: string;
  readonly assets: number;
  readonly files: number;
  /** Bytes that its assets read, each part of a file once. A model's images count for the model and for its textures. */
  readonly sourceBytes: number;
  readonly sizeBytes: number;
}

/** What `texture.supercompress: zstd` would save. */
export interface PackedSizes {
  /** Files that were compressed to measure. */
  readonly measured: number;
  readonly measuredBytes: number;
  readonly packedBytes: number;
  /** Files that may shrink too, but were not measured: too many, or too large. */
  readonly unmeasured: number;
  readonly unmeasuredBytes: number;
}

/** The sizes of an output. */
export interface SizeReport {
  /** Absolute. */
  readonly output: string;
  readonly files: number;
  readonly sourceBytes: number;
  readonly sizeBytes: number;
  /** Largest first. */
  readonly kinds: readonly KindSizes[];
  /** The largest files, largest first. */
  readonly largest: readonly SizedFile[];
  readonly supercompress: PackedSizes;
  readonly compression: ClipSavings;
  readonly forms: FormSavings;
  readonly choices: ChoiceSavings;
  /** Textures whose encoding `texture.quality` chose by a number, largest first. */
  readonly chosen: readonly ChosenTexture[];
}

/** What measures models and textures. */
interface Measures {
  readonly clips: MeasureClips;
  readonly forms: MeasureForms;
  readonly textures: OpenTextureTrial;
}

interface Recorded {
  readonly output: string;
  readonly files: readonly (FileSizes & { readonly settings: string })[];
  readonly kinds: readonly Pick<KindSizes, 'kind' | 'assets' | 'sourceBytes'>[];
  readonly sourceBytes: number;
  read(file: FileSizes & { readonly settings: string }): Uint8Array | undefined;
}

interface ReportBounds {
  /** Files in the list. */
  readonly listed: number;
  /** Maximum number of files to compress. */
  readonly measured: number;
  /** No further file is started after this time. */
  readonly ms: number;
  /** Larger files are not compressed. */
  readonly fileBytes: number;
}

/** A file of 4096² texels with mips has 22 MB and takes about a second. */
const BOUNDS: ReportBounds = { listed: 20, measured: 50, ms: 10_000, fileBytes: 128e6 };

export interface ReportOptions {
  readonly signal?: AbortSignal | undefined;
  readonly bounds?: Partial<ReportBounds>;
  readonly now?: (() => number) | undefined;
  /** Gets everything but other encodings of textures, whose search takes longest. */
  readonly onFirst?: ((report: SizeReport) => void) | undefined;
}

export async function reportSizes(
  recorded: Recorded,
  { clips, forms: measureForms, textures }: Measures,
  { signal, bounds: ownBounds, now = () => performance.now(), onFirst }: ReportOptions = {},
): Promise<SizeReport> {
  const bounds: ReportBounds = { ...BOUNDS, ...ownBounds };
  const files = recorded.files.toSorted((a, b) => b.sizeBytes - a.sizeBytes || (a.path < b.path ? -1 : 1));
  const zstd = await loadZstd();
  const packed = new Map<string, number>();
  const sums = { measured: 0, measuredBytes: 0, packedBytes: 0, unmeasured: 0, unmeasuredBytes: 0 };
  const startMs = now();
  for (const file of files) {
    if (!file.path.toLowerCase().endsWith('.ktx2')) continue;
    signal?.throwIfAborted();
    const isDue = sums.measured < bounds.measured && now() - startMs < bounds.ms && file.sizeBytes <= bounds.fileBytes;
    const size = isDue ? measure(file, recorded, zstd) : 'unmeasured';
    if (size === undefined) continue;
    if (size === 'unmeasured') {
      sums.unmeasured++;
      sums.unmeasuredBytes += file.sizeBytes;
    } else {
      packed.set(file.path, size);
      sums.measured++;
      sums.measuredBytes += file.sizeBytes;
      sums.packedBytes += size;
    }
    // Compressing blocks the thread: let an interrupt through.
    await new Promise((resolve) => setImmediate(resolve));
  }
  const dueFromNow = () => {
    const start = now();
    return (measured: number, bytes: number): boolean => {
      signal?.throwIfAborted();
      return measured < bounds.measured && now() - start < bounds.ms && bytes <= bounds.fileBytes;
    };
  };
  const read = (file: Recorded['files'][number]): Uint8Array | undefined => recorded.read(file);
  const compression = await measureSavings(files, read, clips, dueFromNow());
  const forms = await measureFormSavings(files, read, measureForms, dueFromNow());
  const first: SizeReport = {
    output: recorded.output,
    files: files.length,
    sourceBytes: recorded.sourceBytes,
    sizeBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    kinds: kindsOf(recorded),
    largest: files.slice(0, bounds.listed).map(({ settings, ...file }) => ({
      path: file.path,
      asset: file.asset,
      kind: file.kind,
      sourceBytes: file.sourceBytes,
      sizeBytes: file.sizeBytes,
      packedBytes: packed.get(file.path) ?? null,
    })),
    supercompress: sums,
    compression,
    forms,
    choices: NO_CHOICES,
    chosen: chosenTextures(files, read),
  };
  onFirst?.(first);
  return { ...first, choices: await measureChoiceSavings(files, read, textures, signal) };
}

/** Undefined if the file cannot shrink. */
function measure(file: Recorded['files'][number], recorded: Recorded, zstd: Zstd): number | undefined {
  const bytes = recorded.read(file);
  return bytes === undefined ? undefined : packedSize(bytes, zstdLevelOf(file.settings), zstd);
}

function kindsOf({ files, kinds }: Recorded): readonly KindSizes[] {
  const sizes = new Map<string, { files: number; sizeBytes: number }>();
  for (const { kind, sizeBytes } of files) {
    const known = sizes.get(kind) ?? { files: 0, sizeBytes: 0 };
    known.files++;
    known.sizeBytes += sizeBytes;
    sizes.set(kind, known);
  }
  return kinds
    .map(({ kind, assets, sourceBytes }) => ({
      kind,
      assets,
      sourceBytes,
      ...(sizes.get(kind) ?? { files: 0, sizeBytes: 0 }),
    }))
    .toSorted((a, b) => b.sizeBytes - a.sizeBytes || (a.kind < b.kind ? -1 : 1));
}

// What compressed clips would save: measured model by model, those with the most bytes of keys first.

/** A model whose clips are stored as keys. */
interface ModelClips {
  /** Of its files, without extension, relative to the output. */
  readonly path: string;
  /** Of its keys. */
  readonly sizeBytes: number;
  /** Of its clips with `animation.compression: auto`. */
  readonly packedBytes: number;
}

/** What `animation.compression: auto` would save. */
export interface ClipSavings {
  /** Those with the most bytes first. */
  readonly models: readonly ModelClips[];
  /** Models that were not measured: too many, or too large. */
  readonly unmeasured: number;
  readonly unmeasuredBytes: number;
}

/** Measures one model from its files; undefined if they cannot be read. */
export type MeasureClips = (files: {
  readonly hmesh: Uint8Array;
  readonly hanim: Uint8Array | undefined;
  readonly hanimx: Uint8Array | undefined;
  readonly settings: string;
}) => Promise<number | undefined>;

interface RecordedFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly settings: string;
}

/** `isDue`: whether there is time for one more file of so many bytes. */
export async function measureSavings<F extends RecordedFile>(
  files: readonly F[],
  read: (file: F) => Uint8Array | undefined,
  measure: MeasureClips,
  isDue: (measured: number, bytes: number) => boolean,
): Promise<ClipSavings> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const stems = new Set(files.flatMap(({ path }) => (/\.hanimx?$/.test(path) ? path.replace(/\.hanimx?$/, '') : [])));
  const models = [...stems]
    .filter((stem) => !byPath.has(`${stem}.hclip`) && byPath.has(`${stem}.hmesh`))
    .map((stem) => {
      const keys = ['.hanim', '.hanimx'].map((extension) => byPath.get(stem + extension));
      return { stem, keys, sizeBytes: keys.reduce((sum, file) => sum + (file?.sizeBytes ?? 0), 0) };
    })
    .sort((a, b) => b.sizeBytes - a.sizeBytes || (a.stem < b.stem ? -1 : 1));
  const measured: ModelClips[] = [];
  const rest = { unmeasured: 0, unmeasuredBytes: 0 };
  for (const { stem, keys, sizeBytes } of models) {
    if (!isDue(measured.length, sizeBytes)) {
      rest.unmeasured++;
      rest.unmeasuredBytes += sizeBytes;
      continue;
    }
    const mesh = byPath.get(`${stem}.hmesh`);
    const [hmesh, hanim, hanimx] = [mesh, ...keys].map((file) => file && read(file));
    if (mesh === undefined || hmesh === undefined) continue;
    const packedBytes = await measure({ hmesh, hanim, hanimx, settings: mesh.settings });
    if (packedBytes !== undefined) measured.push({ path: stem, sizeBytes, packedBytes });
    // Compressing blocks the thread: let an interrupt through.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { models: measured, ...rest };
}

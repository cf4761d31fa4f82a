// What compact vertices and compression would save: measured mesh by mesh, the largest first.

/** A mesh, and its size with other settings; null if it has that form already, or cannot have it. */
interface MeshForms {
  /** Relative to the output. */
  readonly path: string;
  readonly sizeBytes: number;
  /** With `mesh.vertices: compact` and `mesh.indexWidth: smallest`. */
  readonly compactBytes: number | null;
  /** With `mesh.compression: meshopt`. */
  readonly compressedBytes: number | null;
  /** With all of them. */
  readonly bothBytes: number | null;
}

/** What `mesh.vertices: compact`, `mesh.compression: meshopt` and both would save. */
export interface FormSavings {
  /** Those that would shrink, the largest first. */
  readonly meshes: readonly MeshForms[];
  /** Meshes that were not measured: too many, or too large. */
  readonly unmeasured: number;
  readonly unmeasuredBytes: number;
}

/** Measures one mesh; undefined if it cannot be read. `settings`: canonical JSON of those it was made with. */
export type MeasureForms = (hmesh: Uint8Array, settings: string) => Omit<MeshForms, 'path' | 'sizeBytes'> | undefined;

interface RecordedFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly settings: string;
}

/** `files`: the largest first. `isDue`: whether there is time for one more file of so many bytes. */
export async function measureFormSavings<F extends RecordedFile>(
  files: readonly F[],
  read: (file: F) => Uint8Array | undefined,
  measure: MeasureForms,
  isDue: (measured: number, bytes: number) => boolean,
): Promise<FormSavings> {
  const meshes: MeshForms[] = [];
  const rest = { unmeasured: 0, unmeasuredBytes: 0 };
  for (const file of files) {
    if (!file.path.endsWith('.hmesh')) continue;
    if (!isDue(meshes.length, file.sizeBytes)) {
      rest.unmeasured++;
      rest.unmeasuredBytes += file.sizeBytes;
      continue;
    }
    const bytes = read(file);
    const found = bytes && measure(bytes, file.settings);
    if (found === undefined) continue;
    const { path, sizeBytes } = file;
    const { compactBytes, compressedBytes, bothBytes } = found;
    const smallest = Math.min(...[compactBytes, compressedBytes, bothBytes].map((size) => size ?? sizeBytes));
    if (smallest < sizeBytes) meshes.push({ path, sizeBytes, compactBytes, compressedBytes, bothBytes });
    // Encoding blocks the thread: let an interrupt through.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { meshes, ...rest };
}

// What compact vertices and compression would save on a mesh of the output: measured once for each version of the file.

import { join } from 'node:path';
import type { UiMeshForms } from '@assetc/viewer/api';
import type { Host } from '../../pipeline/host/host.js';
import type { OutputRecords } from './output-records.js';

/** Measures a compiled mesh. `settings`: canonical JSON of those it was made with. */
export type MeasureMesh = (hmesh: Uint8Array, settings: string) => UiMeshForms | undefined;

/** Measuring blocks the server, a second for ten megabytes. */
const MAX_BYTES = 64e6;

export class MeshForms {
  readonly #host: Host;
  readonly #output: string;
  readonly #load: () => Promise<MeasureMesh>;
  readonly #known = new Map<string, { readonly version: string; readonly forms: UiMeshForms | undefined }>();

  constructor(host: Host, output: string, load: () => Promise<MeasureMesh>) {
    this.#host = host;
    this.#output = output;
    this.#load = load;
  }

  /** Undefined if no build wrote the mesh, or if it is too large to measure while somebody waits. */
  async of(path: string, version: string, records: OutputRecords): Promise<UiMeshForms | undefined> {
    const known = this.#known.get(path);
    if (known?.version === version) return known.forms;
    const recorded = path.endsWith('.hmesh') ? records.ofOutput(path) : undefined;
    if (recorded === undefined) return undefined;
    const file = join(this.#output, path);
    const stat = this.#host.stat(file);
    if (stat === undefined || stat.sizeBytes > MAX_BYTES) return undefined;
    const measure = await this.#load();
    const forms = measure(this.#host.readFile(file), recorded.record.settings);
    this.#known.set(path, { version, forms });
    return forms;
  }
}

// The results of a job so far: its outputs, those for other presets, files to copy, derived assets. Each is checked when it is emitted.

import type { Kind } from '../../model/kind/kind.js';
import type { DerivedAsset, Output } from '../../model/kind/output.js';
import { checkDerivedAsset, checkSuffix } from './check-emitted.js';
import type { Job, JobCopy } from './job.js';

export class EmittedOutputs {
  readonly outputs: Output[] = [];
  readonly outputsByPreset: Output[][];
  readonly copies: JobCopy[] = [];
  readonly derived: DerivedAsset[] = [];
  readonly #job: Job;
  readonly #kind: Kind;

  constructor(job: Job, kind: Kind) {
    this.#job = job;
    this.#kind = kind;
    this.outputsByPreset = (job.otherPresets ?? []).map(() => []);
  }

  /** Called before an output with this suffix is emitted. */
  checkSuffix(suffix: string): void {
    checkSuffix(this.#kind, this.#job.base, suffix, [...this.outputs, ...this.copies]);
  }

  emit(output: Output): void {
    this.checkSuffix(output.suffix);
    this.outputs.push(output);
  }

  emitForPreset(index: number, output: Output): void {
    const own = this.outputsByPreset[index];
    if (own === undefined) throw new Error(`there is no other preset ${index}`);
    own.push(output);
  }

  derive(asset: DerivedAsset): void {
    if (this.#job.name !== undefined) throw new Error('a derived asset derives nothing');
    checkDerivedAsset(this.#kind, asset, this.derived);
    this.derived.push(asset);
  }
}

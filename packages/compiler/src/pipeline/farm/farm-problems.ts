// Diagnostics about a farm that does not work: one per cause, since the build continues without it.

import type { Diagnostic } from '../../diagnostics/diagnostic.js';

/** A farm of many versions would fill the screen. */
const MAX_REFUSALS = 4;

export class FarmProblems {
  readonly #found = new Map<string, Diagnostic>();
  #refusals = 0;

  get all(): readonly Diagnostic[] {
    return [...this.#found.values()];
  }

  lost(why: string): void {
    this.#add('farm/lost', `the farm's queue cannot be used: ${why}; everything is compiled on this machine`);
  }

  nobody(): void {
    this.#add('farm/no-workers', "no worker is connected to the farm's queue; everything was compiled on this machine");
  }

  otherPlugins(): void {
    this.#add(
      'farm/other-plugins',
      "no worker has exactly this project's plug-ins; assets that they affect were compiled on this machine",
    );
  }

  refused(why: string): void {
    if (++this.#refusals <= MAX_REFUSALS)
      this.#add('farm/refused', `a worker could not do a job: ${why}; it was done on this machine`, why);
  }

  wrongReply(source: string): void {
    this.#add(
      'farm/wrong-reply',
      `a worker sent an answer that cannot be the result of ${source}; it was compiled on this machine`,
    );
  }

  mismatch(worker: string, difference: string): void {
    this.#add(
      'farm/mismatch',
      `the worker ${worker} made something else than this machine: ${difference}; everything that workers made in this build was discarded and compiled on this machine`,
    );
  }

  cacheLost(why: string): void {
    this.#add(
      'farm/cache-lost',
      `the shared cache does not work for the farm: ${why}; such jobs are done on this machine`,
    );
  }

  #add(code: Diagnostic['code'], message: string, key: string = code): void {
    if (!this.#found.has(key)) this.#found.set(key, { code, severity: 'notice', message });
  }
}

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
    this.#add('farm/lost', `the queue of the farm cannot be used: ${why}; what was to go there is compiled here`);
  }

  nobody(): void {
    this.#add('farm/no-workers', 'no worker listens to the queue of the farm; everything was compiled here');
  }

  otherPlugins(): void {
    this.#add(
      'farm/other-plugins',
      'no worker has the plug-ins of this project as they are here; what they have a say in was compiled here',
    );
  }

  refused(why: string): void {
    if (++this.#refusals <= MAX_REFUSALS)
      this.#add('farm/refused', `a worker could not do a job: ${why}; it was compiled here`, why);
  }

  wrongReply(source: string): void {
    this.#add('farm/wrong-reply', `a worker gave what cannot have come of ${source}; it was compiled here`);
  }

  cacheLost(why: string): void {
    this.#add('farm/cache-lost', `the shared cache does not serve the farm: ${why}; such jobs are compiled here`);
  }

  #add(code: Diagnostic['code'], message: string, key: string = code): void {
    if (!this.#found.has(key)) this.#found.set(key, { code, severity: 'warning', message });
  }
}

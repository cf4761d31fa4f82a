// Declares the command of machines that compile for other machines: worker.

import type { Command } from 'commander';
import { addWorkerFlags, type WorkerFlags } from '../options.js';
import type { Finish } from './finish.js';

export function declareWorker(program: Command, finish: Finish): void {
  addWorkerFlags(program.command('worker'))
    .summary('compile for builds on other machines')
    .description(
      'Takes jobs off the queue of a farm and compiles them, until Ctrl-C: "assetc build --farm" on other machines sends them. Needs ' +
        '@assetc/farm, a Redis, and a shared cache.',
    )
    .action(async (flags: WorkerFlags) => {
      const { runWorker } = await import('../commands/worker.js');
      finish(await runWorker(flags));
    });
}

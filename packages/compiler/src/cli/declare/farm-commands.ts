// Declares the command of machines that compile for other machines: worker.

import type { Command } from 'commander';
import { addWorkerFlags, type WorkerFlags } from '../options.js';
import type { Finish } from './finish.js';

export function declareWorker(program: Command, finish: Finish): void {
  addWorkerFlags(program.command('worker'))
    .summary('compile for builds on other machines')
    .description(
      'Takes jobs from the queue of a farm and compiles them until you press Ctrl-C. "assetc build --farm" on other machines sends the jobs. Needs ' +
        'the package @assetc/farm, a Redis server and a shared cache.',
    )
    .action(async (flags: WorkerFlags) => {
      const { runWorker } = await import('../commands/worker.js');
      finish(await runWorker(flags));
    });
}

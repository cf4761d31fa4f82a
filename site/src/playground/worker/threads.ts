// Runs the tasks of the compiler: blocks and mips in workers, what cannot be cut for them here.

import { createEncoderPool, type WorkerEncoderPool } from '@assetc/encoder';
import { filterLevelBand, filterTwoLevelsBand } from '@assetc/encoder/steps';
import { encodeHdrStrip } from '../../../../packages/compiler/src/encoding/hdr/encode-hdr-strip.js';
import { parallelOver } from '../../../../packages/encoder/src/pool/parallel-over.js';
import { startWorker } from '../start-worker.js';

/** Share of the work that is done, from 0 to 1, and its name. */
export type OnProgress = (done: number, what: string) => void;

let pool: WorkerEncoderPool | undefined;
let script = '';

export function setEncoderScript(address: string): void {
  script = address;
}

type HereTask = (payload: never, index: number) => void;

const HERE: Readonly<Record<string, HereTask>> = {
  'filter-level': filterLevelBand,
  'filter-two-levels': filterTwoLevelsBand,
  'encode-hdr': encodeHdrStrip,
};

/** In texels per index these are small: sending them costs more than it saves. */
const IN_WORKERS: ReadonlySet<string> = new Set(['encode-blocks', 'filter-level']);

export type Parallel = (task: string, count: number, payload: unknown) => Promise<void>;

export function parallelTasks(report: OnProgress): Parallel {
  let done = 0;
  const over = (task: string, count: number) => {
    if (task === 'encode-blocks' || task === 'encode-hdr') report(Math.min(1, ++done / count), 'Encoding');
  };
  return async (task, count, payload) => {
    done = 0;
    if (IN_WORKERS.has(task) && count > 1) {
      pool ??= createEncoderPool({ worker: () => startWorker(script) });
      const run = parallelOver(pool, { signal: undefined, done: over });
      return run(task === 'encode-blocks' ? 'encode-blocks' : 'filter-level', count, payload);
    }
    const here = HERE[task] ?? (task === 'encode-blocks' ? await blockTask() : undefined);
    if (here === undefined) throw new Error(`there is no task ${task} here`);
    for (let index = 0; index < count; index++) {
      here(payload as never, index);
      over(task, count);
    }
  };
}

const blockTask = async (): Promise<HereTask> => (await import('@assetc/encoder/steps')).encodeStrip;

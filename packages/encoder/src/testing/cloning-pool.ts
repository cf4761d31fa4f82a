// A fake pool on this thread: it clones jobs and results, and finishes jobs out of order.

import type { EncoderPool } from '../pool/encoder-pool.js';
import { runEncoderJob } from '../pool/run-job.js';

export function cloningPool(size: number): EncoderPool & { readonly jobs: () => number } {
  let jobs = 0;
  return {
    size,
    jobs: () => jobs,
    async run(job) {
      const own = structuredClone(job);
      const turns = (jobs++ * 7) % 5;
      for (let i = 0; i < turns; i++) await new Promise((resolve) => setTimeout(resolve, 0));
      return structuredClone(runEncoderJob(own));
    },
  };
}

// What is said of a farm that does not do what it should. No build fails for it.

import type { CodeDoc } from '../code-doc.js';

export const farmCodes = {
  'farm/not-installed': {
    summary: 'A farm was asked for, and the package that speaks to its queue is not installed.',
    remedy: 'Install it beside assetc: `npm install @assetc/farm`.',
  },
  'farm/bad-address': {
    summary: 'The address of the queue is not one that can be used.',
    remedy: 'Write `redis://host:6379`, or `rediss://user:password@host:6380` with TLS.',
  },
  'farm/no-cache': {
    summary: 'A farm was asked for without a shared cache, through which machines hand each other files.',
    remedy: 'Set `ASSETC_CACHE_URL`, or `cache.remote` in assetc.yml; for workers give `--cache-url`.',
  },
  'farm/lost': {
    summary:
      'The queue of the farm could not be reached, or was lost while the build was running. The build went on here and is complete.',
    remedy: 'See that Redis runs and can be reached from this machine, and that the password is right.',
  },
  'farm/no-workers': {
    summary: 'Nobody took jobs off the queue of the farm, so everything was compiled here.',
    remedy: 'Start `assetc worker` on other machines with the same queue and the same prefix.',
  },
  'farm/other-plugins': {
    summary:
      'There are workers with plug-ins, and none of them has those of this project, file by file. What the plug-ins have a say in was compiled here.',
    remedy: "Bring the workers' checkouts to the state of the one that builds, and start them again with `--plugins`.",
  },
  'farm/refused': {
    summary:
      'A worker could not do a job: it has another version of assetc, lacks a plug-in, or could not reach the shared cache.',
    remedy: 'Install the version on the worker that builds, and give it the same shared cache.',
  },
  'farm/wrong-reply': {
    summary: 'A worker answered with something that cannot have come of the job. Nothing of it was used.',
    remedy: 'See who can write to the Redis of the farm, and that all workers run the same version.',
  },
  'farm/cache-lost': {
    summary: 'The shared cache did not take or give the files of a job. The asset was compiled here.',
    remedy: 'See that the cache runs, has space, and lets this machine and the workers read and write `cas/`.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;

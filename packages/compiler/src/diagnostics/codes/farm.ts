// Problems with a farm. No build fails because of them.

import type { CodeDoc } from '../code-doc.js';

export const farmCodes = {
  'farm/not-installed': {
    summary: 'A farm was requested, but the package that connects to its queue is not installed.',
    remedy: 'Install it next to assetc: `npm install @assetc/farm`.',
  },
  'farm/bad-address': {
    summary: 'The address of the queue is not valid.',
    remedy: 'Write `redis://host:6379`, or `rediss://user:password@host:6380` with TLS.',
  },
  'farm/no-cache': {
    summary: 'A farm was requested without a shared cache, through which the machines exchange files.',
    remedy: 'Set `ASSETC_CACHE_URL`, or `cache.remote` in assetc.yml. For workers use `--cache-url`.',
  },
  'farm/lost': {
    summary:
      "The farm's queue could not be reached, or the connection was lost during the build. The build continued on this machine and is complete.",
    remedy: 'Check that Redis is running and can be reached from this machine, and that the password is right.',
    isNotice: true,
  },
  'farm/no-workers': {
    summary: "No worker took jobs from the farm's queue, so everything was compiled on this machine.",
    remedy: 'Start `assetc worker` on other machines, with the same queue and the same prefix.',
    isNotice: true,
  },
  'farm/other-plugins': {
    summary:
      'There are workers with plug-ins, but none has exactly the same plug-in files as this project. Assets that plug-ins affect were compiled on this machine.',
    remedy: "Update the workers' checkouts to the state of the project, and start them again with `--plugins`.",
    isNotice: true,
  },
  'farm/refused': {
    summary:
      'A worker could not do a job: it has a different version of assetc, lacks a plug-in, or could not reach the shared cache.',
    remedy: 'Install the same version of assetc on the worker, and give it the same shared cache.',
    isNotice: true,
  },
  'farm/wrong-reply': {
    summary: 'A worker sent an answer that cannot be the result of the job. It was discarded.',
    remedy: "Check who can write to the farm's Redis, and that all workers run the same version.",
    isNotice: true,
  },
  'farm/mismatch': {
    summary:
      'A worker returned something else than this machine makes of the same input. Everything that workers made in this build was discarded and compiled on this machine.',
    remedy:
      "Stop the worker that the message names, and find out whether its software or its memory is broken. If it is not yours, change the password of the farm's Redis. If `--twice` reports differences too, correct the plug-in.",
    isNotice: true,
  },
  'farm/cache-lost': {
    summary: 'The shared cache could not store or return the files of a job. The asset was compiled on this machine.',
    remedy:
      'Check that the cache is running, has space, and allows this machine and the workers to read and write `cas/`.',
    isNotice: true,
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;

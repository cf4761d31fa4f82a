// What is said of a shared cache. Only warnings: without it a build takes longer, and gives the same.

import type { CodeDoc } from '../code-doc.js';

export const cacheCodes = {
  'cache/bad-address': {
    summary: 'The shared cache is not used, because its address or its credentials cannot be.',
    remedy: 'Correct ASSETC_CACHE_URL (https://server/path or s3://bucket/prefix), or what the message names.',
  },
  'cache/unreachable': {
    summary:
      'The shared cache does not answer, breaks off, or answers with an error. After a second in all the build goes on without it.',
    remedy: 'Check the address, the network and the server; unset ASSETC_CACHE_URL to build without a shared cache.',
  },
  'cache/refused': {
    summary: 'The shared cache wants other credentials. The build goes on without it.',
    remedy:
      'Set ASSETC_CACHE_TOKEN with ASSETC_CACHE_URL: a URL in assetc.yml never gets the token. S3 wants AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and the right to list the bucket.',
  },
  'cache/wrong-answer': {
    summary:
      'The shared cache gave bytes that are not those that their name says, a result that is none, or one that takes more memory than the build may. It was not used, and the asset was compiled.',
    remedy:
      'Find out who writes to the cache: the disk of the server is broken, or somebody put it there. Then empty it. Raise memory for a result that is only large.',
  },
  'cache/not-sent': {
    summary:
      'Results could not be sent to the shared cache, or not in time, or it takes none from this machine. Other machines will compile them again.',
    remedy: 'Give the server room and the right to PUT, or set cache.push to false on this machine.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;

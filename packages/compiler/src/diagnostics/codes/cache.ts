// Problems with a shared cache. All are notices: without the cache a build takes longer, with the same result.

import type { CodeDoc } from '../code-doc.js';

export const cacheCodes = {
  'cache/bad-address': {
    summary: 'The shared cache is not used, because its address or its credentials are not valid.',
    remedy:
      'Correct ASSETC_CACHE_URL (https://server/path or s3://bucket/prefix), or the value that the message names.',
    isNotice: true,
  },
  'cache/unreachable': {
    summary:
      'The shared cache does not answer, closes the connection, or answers with an error. After one second in total the build continues without it.',
    remedy: 'Check the address, the network and the server; unset ASSETC_CACHE_URL to build without a shared cache.',
    isNotice: true,
  },
  'cache/refused': {
    summary: 'The shared cache rejects the credentials. The build continues without it.',
    remedy:
      'Set ASSETC_CACHE_TOKEN together with ASSETC_CACHE_URL: the token is never sent to a URL from assetc.yml. S3 needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and permission to list the bucket.',
    isNotice: true,
  },
  'cache/wrong-answer': {
    summary:
      'The shared cache returned bytes that do not match their hash, something that is not a result, or a result that needs more memory than the build may use. It was discarded, and the asset was compiled.',
    remedy:
      "Find out who writes to the cache: the server's disk is broken, or somebody changed the files. Then empty the cache. If the result is just large, raise `memory`.",
    isNotice: true,
  },
  'cache/not-sent': {
    summary:
      'Results could not be sent to the shared cache, could not be sent in time, or the server accepts none from this machine. Other machines will compile them again.',
    remedy: 'Give the server more space and allow PUT, or set cache.push to false on this machine.',
    isNotice: true,
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;

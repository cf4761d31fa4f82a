// In the page: encodes images by several settings, here and in workers, and returns the hashes of their files.

import { createEncoderPool, encodeKtx2 } from '@assetc/encoder';
import { testImage } from '../../packages/encoder/src/testing/test-image.js';
import { CASES, SIZE } from './cases.js';

const hashOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

export interface PageResult {
  readonly isIsolated: boolean;
  readonly here: readonly string[];
  readonly pooled: readonly string[];
  readonly aborted: string;
}

async function run(worker: string | undefined): Promise<PageResult> {
  const image = testImage(SIZE, SIZE, true);
  const pool = createEncoderPool({ size: 2, ...(worker === undefined ? {} : { worker }) });
  const here: string[] = [];
  const pooled: string[] = [];
  for (const options of CASES) {
    here.push(await hashOf(await encodeKtx2(image, options)));
    pooled.push(await hashOf(await encodeKtx2(image, { ...options, pool })));
  }
  const controller = new AbortController();
  const onProgress = () => controller.abort();
  const aborted = await encodeKtx2(image, { pool, signal: controller.signal, onProgress }).then(
    () => 'it was not',
    (error: unknown) => (error instanceof DOMException ? error.name : String(error)),
  );
  pool.close();
  return { isIsolated: globalThis.crossOriginIsolated, here, pooled, aborted };
}

Object.assign(globalThis, { run });

// Makes one stale asset: takes it from its twin in this build or from the content store where a trace holds, compiles it
// otherwise. Failures become diagnostics; nothing of a failed asset counts as made.

import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Asset } from '../asset.js';
import type { Workshop } from '../build-services.js';
import type { AssetRecord } from '../cache/record.js';
import { keepTrace, loadTraces, type Trace } from '../cache/trace.js';
import { contentKey } from '../plan/content-key.js';
import type { Asked } from '../remote/result-keys.js';
import { compileAsset } from './compile-asset.js';
import { failure } from './failure.js';
import { keepUnmoved, restore } from './restore.js';

export type Made =
  | {
      readonly status: 'built' | 'restored';
      readonly record: AssetRecord;
      readonly ms?: number;
      /** It equals another asset of this build, whose result it took. */
      readonly isShared?: boolean;
      /** By which it was restored. */
      readonly trace?: Trace;
    }
  | { readonly status: 'failed'; readonly diagnostics: readonly Diagnostic[]; readonly ms?: number };

/** Rejects only when the build is aborted. */
export async function makeAsset(asset: Asset, shop: Workshop): Promise<Made> {
  try {
    return await make(asset, shop);
  } catch (error) {
    shop.signal.throwIfAborted();
    return { status: 'failed', diagnostics: [failure(error, asset.source)] };
  }
}

async function make(asset: Asset, shop: Workshop): Promise<Made> {
  const key = contentKey(asset, shop.facts);
  const unmoved = key === undefined ? undefined : keepUnmoved(asset, key, shop);
  if (unmoved !== undefined) return unmoved;
  if (key === undefined) return (await compileAsset(asset, undefined, shop)).made;

  const twin = shop.inflight.get(key);
  if (twin !== undefined) {
    const trace = await twin;
    const restored = trace === undefined ? undefined : await restore(asset, key, [trace], 'twin', shop);
    if (restored !== undefined) return restored.status === 'failed' ? restored : { ...restored, isShared: true };
  }
  let finish: (trace: Trace | undefined) => void = () => {};
  if (!shop.inflight.has(key))
    shop.inflight.set(
      key,
      new Promise((resolve) => {
        finish = resolve;
      }),
    );
  try {
    const store = shop.store ?? shop.handOver?.store;
    const traces = store === undefined ? [] : await loadTraces(store, key);
    const restored = await restore(asset, key, traces, 'store', shop);
    if (restored !== undefined && restored.status !== 'failed') {
      finish(restored.trace);
      if (restored.trace !== undefined)
        shop.remote?.send({
          asset,
          contentKey: key,
          trace: restored.trace,
          outputs: [],
          asked: undefined,
          mayBeThere: true,
        });
      return restored;
    }
    const { made: fetched, asked } = await takeRemote(asset, key, shop);
    if (fetched !== undefined) {
      finish(fetched.status === 'restored' ? fetched.trace : undefined);
      return fetched;
    }
    const { made, trace } = await compileAsset(asset, key, shop, { traces, asked });
    finish(trace);
    return made;
  } finally {
    finish(undefined);
  }
}

/** From the shared cache, by way of the store where it came from there before. */
async function takeRemote(
  asset: Asset,
  key: string,
  { remote, ...shop }: Workshop,
): Promise<{ readonly made?: Made | undefined; readonly asked?: readonly Asked[] }> {
  if (remote === undefined) return {};
  const { store } = shop;
  const traceKey = remote.traceKey(key);
  const traces = store === undefined ? [] : await loadTraces(store, traceKey);
  const kept = await restore(asset, key, traces, 'store', shop);
  if (kept !== undefined) return { made: kept };
  const { asked, result } = await remote.find(asset, key, shop.facts);
  if (result === undefined) return { asked };
  try {
    const { trace, blobs } = result;
    const made = await restore(asset, key, [trace], 'remote', shop, blobs);
    if (made !== undefined && store !== undefined) {
      for (const [digest, bytes] of blobs) await store.put('artifact', digest, bytes);
      await keepTrace(store, traceKey, trace, traces);
    }
    return { made, asked };
  } finally {
    result.release();
  }
}

import { describe, expect, it } from 'vitest';
import type { Kind } from '../../model/kind/kind.js';
import { listKind } from '../testing/toy-registry.js';
import type { Executor, Job, JobResult } from './job.js';
import { MAX_SMALL_SOURCE_BYTES, runSmallInline } from './run-small-inline.js';

const { signal } = new AbortController();
const kind: Kind = { ...listKind, isSmall: (bytes) => bytes[0] === 1 };
const RESULT: JobResult = {
  failed: false,
  ms: 0,
  outputs: [],
  outputsByPreset: [],
  copies: [],
  derived: [],
  dependencies: [],
  reads: [],
  diagnostics: [],
};

const job = (source: string, first?: number, more: Partial<Job> = {}): Job => {
  const stat = { type: 'file', sizeBytes: 1, mtimeMs: 1, ctimeMs: 1, inode: 1 } as const;
  const kept = first === undefined ? undefined : { path: source, stat, digest: '', bytes: Uint8Array.of(first) };
  const known = { kind: 'list', name: undefined, base: source, params: undefined, settings: {}, knownFiles: [] };
  return { ...known, source, ...(kept && { kept }), ...more };
};

/** Two executors that write down what they are asked. */
function places(files: ReadonlyMap<string, Uint8Array> = new Map()) {
  const said: string[] = [];
  const threads = {
    hasStarted: false,
    async run({ source }: Job) {
      threads.hasStarted = true;
      said.push(`thread ${source}`);
      return RESULT;
    },
    getReady() {
      threads.hasStarted = true;
    },
    dispose: async () => {},
  };
  const here: Executor = {
    async run({ source }) {
      said.push(`here ${source}`);
      return RESULT;
    },
    dispose: async () => {},
  };
  const read = (source: string) => files.get(source);
  return { said, threads, executorFor: runSmallInline(here, threads, read) };
}

describe('runSmallInline', () => {
  it('compiles small sources here until a thread has started, and all others there', async () => {
    const { said, executorFor } = places();
    const executor = executorFor(kind);
    await executor.run(job('a', 1), signal);
    await executor.run(job('b', 0), signal);
    await executor.run(job('c', 1), signal);
    expect(said).toEqual(['here a', 'thread b', 'thread c']);
  });

  it('reads a source that was not hashed, unless a thread has started', async () => {
    const { said, executorFor } = places(
      new Map(['a', 'b', 'c'].map((path, i) => [path, Uint8Array.of(i === 1 ? 0 : 1)])),
    );
    const executor = executorFor(kind);
    for (const source of ['a', 'b', 'c']) await executor.run(job(source), signal);
    expect(said).toEqual(['here a', 'thread b', 'thread c']);
  });

  it('reads no source of a derived asset', async () => {
    const { said, executorFor } = places(new Map([['a', Uint8Array.of(1)]]));
    await executorFor(kind).run(job('a', undefined, { name: 'part' }), signal);
    expect(said).toEqual(['thread a']);
  });

  it.each([
    ['that is too large to read', job('a'), undefined],
    ['with a time limit', job('a', 1), 1000],
    ['that is made for other presets as well', job('a', 1, { otherPresets: [{}] }), undefined],
  ])('leaves a job %s to a thread', async (_, asked, limitMs) => {
    const { said, executorFor } = places();
    await executorFor(kind).run(asked, signal, limitMs);
    expect(said).toEqual(['thread a']);
  });

  it('leaves all of a kind that knows no small ones to threads', async () => {
    const { said, threads, executorFor } = places();
    executorFor(listKind).getReady?.();
    expect(threads.hasStarted).toBe(true);
    await executorFor(listKind).run(job('a', 1), signal);
    expect(said).toEqual(['thread a']);
  });

  it('has a thread get ready for what is too large to be small, and for nothing else', () => {
    const { threads, executorFor } = places();
    executorFor(kind).getReady?.();
    executorFor(kind).getReady?.(MAX_SMALL_SOURCE_BYTES);
    expect(threads.hasStarted).toBe(false);
    executorFor(kind).getReady?.(MAX_SMALL_SOURCE_BYTES + 1);
    expect(threads.hasStarted).toBe(true);
  });

  it('compiles one per turn, of any kind', async () => {
    const { said, executorFor } = places();
    const turns: string[][] = [];
    const all = Promise.all(['a', 'b', 'c'].map((source) => executorFor({ ...kind }).run(job(source, 1), signal)));
    while (said.length < 3) {
      await new Promise(setImmediate);
      turns.push([...said]);
    }
    await all;
    for (const [i, turn] of turns.entries()) expect(turn.length).toBeLessThanOrEqual(i + 1);
    expect(said).toEqual(['here a', 'here b', 'here c']);
  });

  it('begins nothing that is not wanted any more', async () => {
    const { said, executorFor } = places();
    const ended = new AbortController();
    const running = executorFor(kind).run(job('a', 1), ended.signal);
    ended.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
    expect(said).toEqual([]);
  });
});

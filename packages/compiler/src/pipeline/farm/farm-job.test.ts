import { describe, expect, it } from 'vitest';
import { MemoryBudget } from '../execute/memory-budget.js';
import { MemoryBlobs } from '../testing/memory-farm.js';
import { toyRegistry } from '../testing/toy-registry.js';
import { type FarmJob, MAX_TEXT_CHARACTERS, parseFarmJob, withFormat } from './farm-job.js';
import { farmWorker } from './farm-worker.js';

const DIGEST = '0'.repeat(64);
const job: FarmJob = {
  kind: 'list',
  identity: '1',
  source: 'a.list',
  name: null,
  base: 'a',
  params: null,
  settings: { toy: { style: 'plain', level: 1 } },
  others: [],
  memoryBytes: 100,
  limitMs: 0,
  world: {
    files: [{ path: 'a.list', digest: DIGEST, sizeBytes: 5 }],
    parts: [{ ref: { file: 'b', offset: 1 }, digest: DIGEST, sizeBytes: 5, fileDigest: DIGEST }],
    existence: [{ path: 'c', exists: false }],
    listings: [{ folder: 'd', names: ['e/f'] }],
    mentions: [{ path: 'g', claim: { kind: 'list', source: 'g' } }],
    layers: [{ origin: '', match: '*.x', values: { toy: { level: 2 } } }],
  },
};
const textOf = (value: unknown) => JSON.stringify(withFormat(value as FarmJob));
const world = (changes: object) => ({ ...job, world: { ...job.world, ...changes } });
const BAD_PATHS = ['../x', 'a/../../x', '/etc/passwd', 'C:\\x', 'C:/x', '\\\\host\\x', 'a\0b', '', '.', 'a//b', './a'];

describe('a job that comes over the queue', () => {
  it('is taken as it was sent', () => {
    expect(parseFarmJob(textOf(job), toyRegistry)).toEqual(job);
  });

  it.each(BAD_PATHS)('is refused with the path %j wherever a path can stand', (path) => {
    const jobs = [
      { ...job, source: path },
      { ...job, base: path },
      world({ files: [{ path, digest: DIGEST, sizeBytes: 1 }] }),
      world({ parts: [{ ref: { file: path }, digest: DIGEST, sizeBytes: 1, fileDigest: DIGEST }] }),
      world({ existence: [{ path, exists: true }] }),
      world({ listings: [{ folder: path, names: [] }] }),
      world({ listings: [{ folder: 'd', names: [path] }] }),
      world({ mentions: [{ path, claim: null }] }),
      world({ mentions: [{ path: 'a', claim: { kind: 'list', source: path } }] }),
    ];
    for (const one of jobs)
      expect(() => parseFarmJob(textOf(one), toyRegistry), JSON.stringify(one)).toThrow('damaged');
  });

  it.each(['__proto__', 'constructor', 'prototype'])('is refused with the key %s, however deep', (key) => {
    const places = ['"source":', '"style":', '"path":', '"values":', '"offset":'];
    for (const place of places) {
      const text = textOf(job).replace(place, `"${key}":{"polluted":true},${place}`);
      expect(text).toContain(key);
      expect(() => parseFarmJob(text, toyRegistry)).toThrow('damaged');
    }
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it.each([
    ['a setting of another kind', { ...job, settings: { other: { depth: 1 } } }],
    ['a setting that nobody declared', { ...job, settings: { toy: { run: 'rm' } } }],
    ['a group that nobody declared', { ...job, settings: { shell: { run: 'rm' } } }],
    ['a value out of range', { ...job, settings: { toy: { level: 10 } } }],
    ['a value of another type', { ...job, settings: { toy: { style: { plain: true } } } }],
    ['such a value for another preset', { ...job, others: [{ toy: { level: '1' } }] }],
    ['such a value in a rule', world({ layers: [{ match: '*', values: { toy: { level: -1 } } }] })],
    ['another format', { ...job, format: 2 }],
    ['no digest', world({ files: [{ path: 'a', digest: 'abc', sizeBytes: 1 }] })],
    ['a size beyond memory', world({ files: [{ path: 'a', digest: DIGEST, sizeBytes: 2 ** 40 }] })],
    [
      'more bytes than a worker takes',
      world({ files: [0, 1].map((i) => ({ path: `a${i}`, digest: DIGEST, sizeBytes: 2 ** 30 })) }),
    ],
    ['a negative size', world({ files: [{ path: 'a', digest: DIGEST, sizeBytes: -1 }] })],
    ['params too deep', { ...job, params: [Array.from({ length: 200 }).reduce((inner) => [inner], 1)] }],
    ['lists that are none', world({ files: { length: 1 } })],
  ])('is refused with %s', (_, value) => {
    expect(() => parseFarmJob(textOf(value), toyRegistry)).toThrow('damaged');
  });

  it('is refused if it is too long, before it is parsed', () => {
    const text = textOf(job).replace('{', `{${' '.repeat(MAX_TEXT_CHARACTERS)}`);
    expect(() => parseFarmJob(text, toyRegistry)).toThrow(`at most ${MAX_TEXT_CHARACTERS}`);
  });

  it('never reaches the compiler where it is refused', async () => {
    const executor = { run: () => Promise.reject(new Error('compiled')), dispose: async () => {} };
    const work = farmWorker({
      registry: toyRegistry,
      isPlain: true,
      executor,
      blobs: new MemoryBlobs(),
      budget: new MemoryBudget(1),
    });
    const signal = new AbortController().signal;
    const why = async (payload: string) => work(payload, signal);
    expect(await why(textOf({ ...job, source: '../x' }))).toMatchObject({ is: 'refused', final: true });
    expect(await why('{')).toMatchObject({ is: 'refused', final: true });
    expect(await why('['.repeat(100_000))).toMatchObject({ is: 'refused', final: true });
    expect(await why(textOf({ ...job, kind: 'plugin' }))).toMatchObject({ is: 'refused', final: false });
    expect(await why(textOf({ ...job, kind: 'toString' }))).toMatchObject({ is: 'refused', final: false });
    expect(await why(textOf({ ...job, identity: '2' }))).toEqual({
      is: 'refused',
      final: false,
      why: 'its list compiler is 1, but the job needs 2',
    });
    expect(await why(textOf(job))).toMatchObject({ why: 'the shared cache lacks the inputs of the job' });
  });
});

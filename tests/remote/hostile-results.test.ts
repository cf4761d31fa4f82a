// Forged results by somebody who may write to the cache, complete and under their right keys: nothing is written outside the output folder,
// nothing outside the input is read, and no control characters reach the terminal.

import { describe, expect, it } from 'vitest';
import { decodeActionResult, encodeActionResult } from '../../packages/compiler/src/pipeline/remote/action-result.js';
import { decodeRecord, encodeRecord } from '../../packages/compiler/src/pipeline/remote/result-keys.js';
import { MemoryNetwork } from '../../packages/compiler/src/pipeline/remote/testing/memory-network.js';
import { MemoryProject } from '../../packages/compiler/src/pipeline/testing/memory-project.js';

const SOURCES = { 'a.list': 'include b.txt\nderive b.txt part\nwarn so it is', 'b.txt': 'bbb' };

type Json = { [key: string]: unknown };

/** A cache in which every value of one kind was changed. */
async function hostile(sort: 'asked' | 'trace', change: (json: string) => string): Promise<MemoryNetwork> {
  const network = new MemoryNetwork();
  const honest = new MemoryProject(SOURCES);
  honest.remote = network.port({ CI: '1' });
  await honest.build();
  for (const [name, value] of network.blobs) {
    if (!name.startsWith('ac/')) continue;
    const key = name.slice(3);
    const { files, record } = decodeActionResult(value);
    const json = JSON.stringify(decodeRecord(key, record));
    if (json.startsWith('{"asked"') !== (sort === 'asked')) continue;
    const changed: unknown = JSON.parse(change(json));
    network.blobs.set(name, encodeActionResult({ files, record: encodeRecord(key, changed) }));
  }
  return network;
}

const edit =
  (make: (value: Json) => unknown) =>
  (json: string): string =>
    JSON.stringify(make(JSON.parse(json)));

async function build(network: MemoryNetwork) {
  const project = new MemoryProject(SOURCES);
  project.remote = network.port();
  const before = new Set(project.host.files.keys());
  const result = await project.build();
  const written = [...project.host.files.keys()].filter((path) => !before.has(path));
  expect(
    written.filter((path) => !/^\/(project\/runtime|cache|home|user)[^.]*/.test(path) || path.includes('..')),
  ).toEqual([]);
  return { project, result };
}

const outputsAlone = async () => {
  const alone = new MemoryProject(SOURCES);
  await alone.build();
  return alone.outputs();
};

describe('made-up results', () => {
  it.each<[string, (json: string) => string]>([
    [
      'a suffix that leads out',
      edit((trace) => ({ ...trace, outputs: [{ ...first(trace.outputs), suffix: '/../../../evil' }] })),
    ],
    [
      'a suffix with a backslash',
      edit((trace) => ({ ...trace, outputs: [{ ...first(trace.outputs), suffix: '\\..\\evil' }] })),
    ],
    [
      'an absolute base inside',
      edit((trace) => ({ ...trace, derived: [{ kind: 'chunk', name: 'x', base: '/etc/x', params: {} }] })),
    ],
    [
      'a base inside that leads out',
      edit((trace) => ({ ...trace, derived: [{ kind: 'chunk', name: 'x', base: '../x', params: {} }] })),
    ],
    [
      'a file of the build as base',
      edit((trace) => ({ ...trace, derived: [{ kind: 'chunk', name: 'x', base: '.assetc-cache', params: {} }] })),
    ],
    [
      'a dependency outside',
      edit((trace) => ({
        ...trace,
        dependencies: [{ type: 'bytes', path: '../../etc/passwd', digest: '0'.repeat(64) }],
      })),
    ],
    [
      'a copy of a file outside',
      edit((trace) => ({ ...trace, outputs: [{ ...first(trace.outputs), copyOf: '../../etc/passwd' }] })),
    ],
    ['another source', edit((trace) => ({ ...trace, source: '../a.list' }))],
    ['prototypes', (json) => json.replace('"params":{', '"params":{"__proto__":{"polluted":1},')],
    ['an error among its warnings', (json) => json.replaceAll('"severity":"warning"', '"severity":"error"')],
    ['a code that nobody has', (json) => json.replaceAll('"code":"shader/warning"', '"code":"no/such"')],
    [
      'a size that is not the blob’s',
      edit((trace) => ({ ...trace, outputs: [{ ...first(trace.outputs), sizeBytes: 1 }] })),
    ],
    [
      'too many of everything',
      edit((trace) => ({
        ...trace,
        derived: new Array(66_000).fill({ kind: 'chunk', name: 'x', base: 'x', params: {} }),
      })),
    ],
    ['no object', () => '[]'],
    ['null', () => 'null'],
  ])('with %s are compiled instead', async (_, change) => {
    const { project, result } = await build(await hostile('trace', change));
    expect(project.outputs()).toEqual(await outputsAlone());
    expect(result.status).toBe('ok');
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it.each<[string, (json: string) => string]>([
    [
      'leaves the input',
      edit(() => ({ asked: [{ source: null, questions: [{ type: 'bytes', path: '../secret' }] }] })),
    ],
    [
      'lists a folder outside',
      edit(() => ({ asked: [{ source: null, questions: [{ type: 'listing', folder: '/etc' }] }] })),
    ],
    ['is of no sort', edit(() => ({ asked: [{ source: null, questions: [{ type: 'run', path: 'a' }] }] }))],
    [
      'is about settings that are none',
      edit(() => ({ asked: [{ source: null, questions: [{ type: 'settings-of', path: 'a', like: '[1' }] }] })),
    ],
    ['is a number', edit(() => ({ asked: [{ source: null, questions: [7] }] }))],
    ['is of an absolute source', edit(() => ({ asked: [{ source: '/a.list', questions: [] }] }))],
    [
      'comes in a heap',
      edit(() => ({ asked: [{ source: null, questions: new Array(66_000).fill({ type: 'bytes', path: 'a' }) }] })),
    ],
  ])('a question that %s is not asked', async (_, change) => {
    const { project, result } = await build(await hostile('asked', change));
    expect(project.outputs()).toEqual(await outputsAlone());
    expect(result.diagnostics.map(({ code }) => code)).toContain('cache/wrong-answer');
  });

  it('have no say over the terminal', async () => {
    const codes = '\u001b[2J\u009b31m\u0007';
    const change = (json: string): string => json.replaceAll('so it is', JSON.stringify(codes).slice(1, -1));
    const { result } = await build(await hostile('trace', change));
    const reported = result.diagnostics.find(({ code }) => code === 'shader/warning');
    expect(reported?.message).toBe('\\x1b[2J\\x9b31m\\x07');
    expect(result.built).toBe(0);
  });
});

const first = (outputs: unknown): object => {
  const [one] = Array.isArray(outputs) ? outputs : [];
  return typeof one === 'object' && one !== null ? one : {};
};

// Workers that answer with what they like: nothing of it outlives the build, in no place.

import { describe, expect, it } from 'vitest';
import { digestBytes } from '../cache/digest.js';
import { InputFolder } from '../discover/input-folder.js';
import { SettingsResolver } from '../discover/settings-resolver.js';
import { MemoryBudget } from '../execute/memory-budget.js';
import type { ValidateMade } from '../finish/verify.js';
import { MemoryNetwork } from '../remote/testing/memory-network.js';
import { MemoryBlobs, MemoryQueue } from '../testing/memory-farm.js';
import { hostError } from '../testing/memory-file.js';
import { MemoryHost } from '../testing/memory-host.js';
import { ids, MemoryProject, testConfig } from '../testing/memory-project.js';
import { toyRegistry } from '../testing/toy-registry.js';
import { inlineExecutor } from '../workers/inline-executor.js';
import type { BuildFarm, FarmCounts } from './build-farm.js';
import { farmWorker } from './farm-worker.js';
import { WorkerResults } from './worker-results.js';

const SOURCES = {
  'a.list': 'include one.txt',
  'b.list': 'derive two.txt part 1 3\nwarn take care',
  'c.list': 'c',
  'd.list': 'd',
  'twin.list': 'c',
  'one.txt': 'one',
  'two.txt': 'twotwo',
};

interface Reply {
  outputs: { suffix: string; digest: string; sizeBytes: number }[];
  dependencies: unknown[];
  diagnostics: unknown[];
  derived: unknown[];
}

/** Changes the reply to a job of this source. */
type Cheat = (source: string, reply: Reply, store: (text: string) => Reply['outputs'][number]) => void;

function farm(cheat: Cheat, verify?: BuildFarm['verify']) {
  const blobs = new MemoryBlobs();
  const config = testConfig();
  const input = new InputFolder(new MemoryHost(), { root: config.input, exclude: [] });
  const executor = inlineExecutor(toyRegistry, input, config, new SettingsResolver(config, toyRegistry));
  const budget = new MemoryBudget(1e9);
  const queue = new MemoryQueue(farmWorker({ registry: toyRegistry, isPlain: true, executor, blobs, budget }));
  const store = (text: string) => {
    const bytes = new TextEncoder().encode(text);
    const digest = digestBytes(bytes);
    blobs.kept.set(digest, bytes);
    return { suffix: '.out', digest, sizeBytes: bytes.length };
  };
  const made = new Set<string>();
  queue.onAnswer = (answer, { source, id }) => {
    if (answer.is !== 'reply') return answer;
    const reply: Reply & { is: string } = JSON.parse(answer.text);
    if (reply.is === 'made') cheat(source, reply, store);
    if (reply.is === 'made') made.add(id);
    return { is: 'reply', text: JSON.stringify(reply) };
  };
  const counts: FarmCounts[] = [];
  const onEnd = (ended: FarmCounts) => void counts.push(ended);
  return { blobs, queue, made, counts, onEnd, ...(verify !== undefined && { verify }) };
}

/** Everything that a machine keeps of a build, as text. */
const keptBy = ({ host }: MemoryProject, network: MemoryNetwork): string =>
  [...host.files.entries(), ...[...network.blobs].filter(([name]) => name.startsWith('ac/'))]
    .map(([path, file]) => `${path} ${Buffer.from('bytes' in file ? file.bytes : file).toString('latin1')}`)
    .join('\n');

async function alone() {
  const project = new MemoryProject(SOURCES);
  return { project, result: await project.build() };
}

const farmCodes = (diagnostics: readonly { readonly code: string }[]): string[] =>
  diagnostics.map(({ code }) => code).filter((code) => code.startsWith('farm/'));

/** What the cheat writes, and its digest, in whatever form it may be stored. */
const EVIL = 'evil content';
const TRACES = [EVIL, Buffer.from(EVIL).toString('base64').slice(0, 14), digestBytes(new TextEncoder().encode(EVIL))];

async function buildWith(cheat: Cheat, verify: BuildFarm['verify'], validateMade?: ValidateMade) {
  const network = new MemoryNetwork();
  const project = new MemoryProject(SOURCES);
  if (validateMade !== undefined) project.validateMade = validateMade;
  project.remote = network.port({ CI: '1' });
  const machines = farm(cheat, verify);
  const result = await project.build({ farm: async () => machines });
  return { project, network, result, ...machines };
}

const evilOutput: Cheat = (_, reply, store) => {
  reply.outputs = [store(EVIL)];
};

const refusesEvil: ValidateMade = async (files) => ({
  problems: files.filter(({ bytes }) => Buffer.from(bytes).toString() === EVIL).map(({ path }) => path),
  isComplete: true,
});

describe('a result of a worker', () => {
  it.each<[string, Cheat, BuildFarm['verify'], ValidateMade | undefined]>([
    ['malformed, and none is compiled twice', evilOutput, 0, refusesEvil],
    ['something else', evilOutput, 1, undefined],
    // Those of a and c are taken before that of d is compared.
    ['something else in a job that is compiled twice', evilOutput, (source) => source === 'd.list', undefined],
    [
      'more files',
      (_, reply, store) => void reply.outputs.push({ ...store(EVIL), suffix: '.evil' }),
      (source) => source === 'b.list',
      undefined,
    ],
    [
      'something else for a model that others come from',
      (source, reply, store) => {
        if (source !== 'b.list') return;
        reply.outputs = [store(EVIL)];
        reply.derived = [
          { kind: 'chunk', name: 'evil', base: 'evil', params: { at: { file: 'one.txt' }, prefix: 'x' } },
        ];
      },
      (source) => source === 'b.list',
      undefined,
    ],
  ])('that is %s ends in what a build alone makes', async (_, cheat, verify, validateMade) => {
    const { project: own, result: reference } = await alone();
    const { project, network, result, counts } = await buildWith(cheat, verify, validateMade);
    expect(farmCodes(result.diagnostics)).toEqual(['farm/mismatch']);
    expect(result.diagnostics.find(({ code }) => code === 'farm/mismatch')).toMatchObject({
      severity: 'notice',
      message: expect.stringMatching(/^the worker double \(process 1\) made something else .*: \S+/),
    });
    expect(result).toMatchObject({ status: 'ok', built: reference.built, shared: reference.shared, warnings: 1 });
    expect(project.outputs()).toEqual(own.outputs());
    expect(ids(result, 'built')).toEqual(ids(reference, 'built'));
    expect(counts).toEqual([{ sent: 0, doneHere: 0, verified: expect.any(Number) }]);
    const kept = keptBy(project, network);
    // Files in the store are found by their content alone, so only what leads to them counts.
    for (const trace of TRACES)
      expect(kept.split('\n').filter((line) => line.includes(trace) && !line.includes('/artifact/'))).toEqual([]);

    const second = new MemoryProject(SOURCES);
    second.remote = network.port();
    expect(await second.build()).toMatchObject({ status: 'ok', built: 0 });
    expect(second.outputs()).toEqual(own.outputs());
    expect(await project.build()).toMatchObject({ status: 'ok', built: 0, cached: reference.built + reference.shared });
  });

  it.each<[string, Cheat]>([
    ['a dependency left out', (_, reply) => void reply.dependencies.pop()],
    ['a warning left out', (_, reply) => void reply.diagnostics.pop()],
    ['a derived asset left out', (_, reply) => void reply.derived.pop()],
    [
      'a warning of its own',
      (_, reply) =>
        void reply.diagnostics.push({ code: 'shader/warning', severity: 'warning', message: 'evil', file: 'a.list' }),
    ],
  ])('with %s is no result of this machine', async (_, cheat) => {
    const { project: own, result: reference } = await alone();
    const { project, result } = await buildWith(cheat, 1);
    expect(farmCodes(result.diagnostics)).toEqual(['farm/mismatch']);
    expect(project.outputs()).toEqual(own.outputs());
    expect(result.warnings).toBe(reference.warnings);
    project.write('one.txt', 'changed');
    expect(ids(await project.build(), 'built')).toEqual(['a.list']);
  });

  it('that is right is used, recorded and sent when nothing was wrong with any', async () => {
    const { project: own, result: reference } = await alone();
    const { project, network, result, counts } = await buildWith(
      () => {},
      (source) => source === 'a.list',
    );
    expect(result.diagnostics).toEqual(reference.diagnostics);
    expect(project.outputs()).toEqual(own.outputs());
    expect(counts).toEqual([{ sent: reference.built, doneHere: 0, verified: 1 }]);
    const second = new MemoryProject(SOURCES);
    second.remote = network.port();
    expect(await second.build()).toMatchObject({ built: 0 });
    expect(second.outputs()).toEqual(own.outputs());
    for (const path of project.host.files.keys())
      if (path.startsWith('/project/runtime')) project.host.files.delete(path);
    project.remote = undefined;
    expect(await project.build()).toMatchObject({ built: 0 });
  });

  it('whose files nobody can check is used, but not sent', async () => {
    const { project: own } = await alone();
    const { project, network, result } = await buildWith(
      () => {},
      0,
      async () => ({ problems: [], isComplete: false }),
    );
    expect(result.status).toBe('ok');
    expect(project.outputs()).toEqual(own.outputs());
    expect([...network.blobs.keys()].filter((name) => name.startsWith('ac/'))).toEqual([]);
  });

  it.each([
    ['a worker made is recorded at the end', 0, true],
    ['this machine made as well is recorded at once', 1, false],
  ])('that %s', async (_, verify, isLost) => {
    const project = new MemoryProject({ 'a.list': 'a', 'b.list': 'b', 'c.list': 'c', 'd.list': 'd', 'e.list': 'e' });
    const machines = farm(() => {}, verify);
    let written = 0;
    let isCut = false;
    project.host.onOperation = (operation, path) => {
      if (operation === 'rename' && path.endsWith('.out')) written++;
      isCut ||= written === 4;
      if (isCut) throw hostError('POWER', path);
    };
    await project.build({ farm: async () => machines, jobs: 1 }).catch(() => undefined);
    project.host = project.host.afterPowerCut();
    project.host.livePids.clear();
    const again = await project.build();
    expect(again.status).toBe('ok');
    expect(again.built === 5).toBe(isLost);
  });

  it('is not compared where a file was saved meanwhile', async () => {
    const project = new MemoryProject({ 'a.list': 'include one.txt', 'one.txt': 'one' });
    const machines = farm(() => project.write('one.txt', 'two'), 1);
    const result = await project.build({ farm: async () => machines });
    expect(farmCodes(result.diagnostics)).toEqual([]);
    expect(project.output('a.out')).toContain('two');
  });

  it('that this machine gave itself is not compared', async () => {
    const counts: FarmCounts[] = [];
    const project = new MemoryProject(SOURCES);
    const onEnd = (ended: FarmCounts) => void counts.push(ended);
    const queue = new MemoryQueue(undefined);
    await project.build({ farm: async () => ({ queue, blobs: new MemoryBlobs(), onEnd, verify: 1 }) });
    expect(counts).toMatchObject([{ verified: 0 }]);
    expect(counts[0]?.doneHere).toBeGreaterThanOrEqual(4);
  });

  it('that was wrong is not offered to other builds', async () => {
    const { queue, made } = await buildWith(evilOutput, (source) => source === 'd.list');
    expect(made.size).toBeGreaterThan(1);
    expect(queue.answered.filter((id) => made.has(id))).toEqual([]);
  });
});

describe('which jobs are compiled twice', () => {
  const share = (results: WorkerResults) =>
    Array.from({ length: 20_000 }, (_, i) => results.isChosen(digestBytes(Uint8Array.of(i & 255, i >> 8)), 'a'));

  it('is the share that was asked for', () => {
    for (const wanted of [0.01, 0.25, 0.9]) {
      const chosen = share(new WorkerResults(wanted)).filter((is) => is).length / 20_000;
      // Six standard deviations.
      expect(Math.abs(chosen - wanted)).toBeLessThan(6 * Math.sqrt((wanted * (1 - wanted)) / 20_000));
    }
    expect(share(new WorkerResults(0))).not.toContain(true);
    expect(share(new WorkerResults(1))).not.toContain(false);
    const usual = share(new WorkerResults()).filter((is) => is).length;
    expect(usual).toBeGreaterThan(100);
    expect(usual).toBeLessThan(300);
  });

  it('differs between builds, but not within one', () => {
    const [first, second] = [new WorkerResults(0.5), new WorkerResults(0.5)];
    expect(share(first)).toEqual(share(first));
    expect(share(first)).not.toEqual(share(second));
  });
});

// The verdicts agree: over random edits of a small project, what --dry-run says will be built, kept, left to others and removed is what
// the build then does, and `why` says the same of every asset. What rests on the last record of a source that is about to be
// compiled again is marked as assumed; it must hold as well where compiling finds what the last build found.

import { describe, expect, it } from 'vitest';
import type { BuildResult } from './build-options.js';
import { MemoryProject, rule } from './testing/memory-project.js';
import { toyRegistry } from './testing/toy-registry.js';
import { why } from './why.js';

const LONG = process.env.ASSETC_LONG === '1';
const SEEDS = LONG ? 150 : 16;
const ROUNDS = LONG ? 40 : 14;

const LISTS = ['m0.list', 'm1.list', 'dir/m2.list', 'dir/m3.LIST', 'M0.list'];
const CHUNKS = ['c0.chunk', 'c1.chunk', 'dir/c2.chunk', 'C1.chunk'];
const OTHERS = ['data.raw', 'dir/more.raw', 'level.json', 'crate.box/1', 'crate.box/2', 'dir/note.txt'];

class Random {
  #state: number;
  constructor(seed: number) {
    this.#state = seed * 2654435761 + 1;
  }
  below(n: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return (this.#state >>> 9) % n;
  }
  one<T>(list: readonly T[]): T {
    const item = list[this.below(list.length)];
    if (item === undefined) throw new Error('an empty list');
    return item;
  }
}

/** Lines by which a list refers to other files or says what lies inside: what only compiling can tell. */
const structure = (text: string): string =>
  text
    .split('\n')
    .filter((line) => /^(include|try|part|derive|share|fail|dir|exists|use)/.test(line))
    .join('\n');

class RandomProject extends MemoryProject {
  readonly random: Random;
  /** By list: its structure when it was last compiled. */
  readonly compiled = new Map<string, string>();

  constructor(seed: number) {
    super();
    this.random = new Random(seed);
    if (seed % 2 === 0) this.config = { ...this.config, layers: [rule('*', { toy: { open: true } })] };
    for (const path of [...LISTS.slice(0, 3), ...CHUNKS.slice(0, 3), ...OTHERS]) this.fill(path);
  }

  text(path: string): string | undefined {
    return this.host.text(`/project/assets/${path}`);
  }

  fill(path: string): void {
    const { random } = this;
    const target = () => this.#relative(path, random.one([...CHUNKS, ...OTHERS.slice(0, 3)]));
    const line = (): string => {
      const at = `${random.below(3)} ${1 + random.below(3)}`;
      switch (random.below(12)) {
        case 0:
          return `include ${target()}`;
        case 1:
          return `try ${target()}`;
        case 2:
          return `derive ${target()} p${random.below(3)}_${random.below(100)} ${at}`;
        case 3:
          return `share data.raw s${random.below(2)} 0 2`;
        case 4:
          return `exists ${target()}`;
        case 5:
          return `part ${target()} ${at}`;
        case 6:
          return random.below(12) === 0 ? 'fail' : 'warn of something';
        case 7:
        case 8:
          return `use ${target()} ${random.one(['', '<', '*'])}`;
        case 9:
          return `derive ${target()} w${random.below(3)}`;
        default:
          return `text ${random.below(1000)}`;
      }
    };
    const isList = /\.list$/i.test(path);
    const content = isList
      ? [...new Set(Array.from({ length: 1 + random.below(4) }, line))].join('\n')
      : `${random.below(40) === 0 ? 'fail' : 'content'} ${random.below(1000)}`;
    this.write(path, content);
  }

  #relative(from: string, to: string): string {
    return from.startsWith('dir/') ? `../${to}` : to;
  }

  edit(): void {
    const { random } = this;
    const source = random.one([...LISTS, ...CHUNKS, ...OTHERS]);
    const outputs = Object.keys(this.outputs()).filter((path) => path !== 'assets.hman');
    switch (random.below(12)) {
      case 0:
      case 1:
        this.delete(source);
        break;
      case 2: {
        const text = this.text(source);
        if (text !== undefined) this.write(source, text);
        break;
      }
      case 3: {
        // Content without structure: what lies inside stays as the last build found it.
        const list = random.one(LISTS);
        const text = this.text(list);
        if (text !== undefined) this.write(list, `${text}\ntext ${random.below(1000)}`);
        break;
      }
      case 4:
        if (outputs.length > 0) this.host.files.delete(`/project/runtime/${random.one(outputs)}`);
        break;
      case 5:
        if (outputs.length > 0) this.host.put(`/project/runtime/${random.one(outputs)}`, 'edited');
        break;
      case 6: {
        const values = {
          toy: { shy: random.below(3) === 0, open: random.below(3) > 0, level: random.below(3) },
          other: { depth: random.below(3) },
        };
        const match = random.one(['*', 'c*', 'dir/*', 'm0/*']);
        this.config = { ...this.config, layers: [{ origin: 'default.rules[0]', match, values }] };
        break;
      }
      case 7:
        if (random.below(6) === 0) {
          // All of it: files that no record names are not ours to remove.
          for (const path of [...outputs, '.assetc-cache']) this.host.files.delete(`/project/runtime/${path}`);
          this.compiled.clear();
        }
        break;
      case 8:
      case 9: {
        const list = random.one(LISTS.slice(0, 3));
        const text = this.text(list);
        this.write(list, `${text === undefined ? '' : `${text}\n`}${this.#use(list)}`);
        break;
      }
      default:
        this.fill(source);
    }
  }

  /** What failed goes or is filled with what cannot fail, so that a project does not stay broken for the rest of its rounds. */
  repair(result: BuildResult): void {
    for (const { source, status } of result.assets) {
      if (status !== 'failed') continue;
      if (LISTS.slice(0, 3).includes(source))
        this.write(source, `text ${this.random.below(1000)}\n${this.#use(source)}`);
      else if (CHUNKS.slice(0, 3).includes(source)) this.write(source, `content ${this.random.below(1000)}`);
      else this.delete(source);
    }
  }

  /** Of a file that is likely to be there. */
  #use(list: string): string {
    return `use ${this.#relative(list, this.random.one(CHUNKS.slice(0, 3)))} ${this.random.one(['', '<', '*'])}`;
  }

  /** Its structure, and whether what it tries to read is there: only compiling turns that into a reference, or out of one. */
  #shape(text: string): string {
    return structure(text).replace(/^try (?:\.\.\/)?(\S+)/gm, (line, path: string) =>
      this.text(path) === undefined ? `${line} in vain` : line,
    );
  }

  /** Whether every list would be found as it was when it was last compiled. */
  get isAsCompiled(): boolean {
    return LISTS.every((path) => {
      const text = this.text(path);
      return text === undefined || this.compiled.get(path) === this.#shape(text);
    });
  }

  noteCompiled(result: BuildResult): void {
    for (const { id, status } of result.assets) {
      const text = LISTS.includes(id) && status !== 'failed' ? this.text(id) : undefined;
      if (text !== undefined) this.compiled.set(id, this.#shape(text));
    }
  }
}

const DONE_AS = { built: 'build', restored: 'build', cached: 'keep', failed: 'build' } as const;

function compare(predicted: BuildResult, actual: BuildResult, exact: boolean, about: string): void {
  const outcomes = new Map(actual.assets.map((outcome) => [outcome.id, outcome]));
  for (const { id, action, reasons, assumed } of predicted.plan) {
    if (assumed && !exact) continue;
    const outcome = outcomes.get(id);
    const done = outcome === undefined ? 'yield' : DONE_AS[outcome.status];
    if (action === 'fail') expect(outcome?.status, `${about} ${id}`).toBe('failed');
    else expect({ id, done }, about).toEqual({ id, done: action });
    if (action === 'build') expect(outcome?.reasons, `${about} ${id}`).toEqual(reasons);
  }
  const planned = new Map(predicted.plan.map((asset) => [asset.id, asset]));
  for (const { id } of actual.assets) {
    if (planned.has(id)) continue;
    // Only what compiling found inside a source is news.
    const parent = planned.get(id.split('#')[0] ?? '');
    expect([id.includes('#'), parent?.action, exact], `${about} ${id}`).toEqual([true, 'build', false]);
  }
}

describe('dry run, build and why', () => {
  const counted = { exact: 0, failed: 0, removed: 0, yielded: 0, built: 0, refused: 0, used: 0, disagreed: 0 };

  it.each(Array.from({ length: SEEDS }, (_, i) => i + 1))('agree over random edits (seed %i)', async (seed) => {
    const project = new RandomProject(seed);
    for (let round = 0; round < ROUNDS; round++) {
      for (let edits = project.random.below(4); edits > 0; edits--) project.edit();
      const noCache = project.random.below(12) === 0;
      const exact = project.isAsCompiled;
      const about = `seed ${seed}, round ${round}:`;
      const before = project.host.tree('/project');
      const predicted = await project.build({ dryRun: true, noCache });
      expect(project.host.tree('/project'), `${about} a dry run writes nothing`).toEqual(before);

      if (!noCache)
        for (const { id, action, reasons, assumed } of predicted.plan) {
          const reports = await why({ config: project.config, path: id }, project.host, toyRegistry);
          expect(
            reports.find((report) => report.id === id),
            about,
          ).toMatchObject({ action, reasons, assumed });
        }

      const actual = await project.build({ noCache });
      const isExact = exact && actual.failed === 0;
      compare(predicted, actual, isExact, about);
      const removed = project.events.flatMap((event) => (event.type === 'removed' ? [event.path] : []));
      const expected = predicted.removals.filter(({ assumed }) => isExact || !assumed).map(({ path }) => path);
      if (actual.status === 'failed') expect(removed, about).toEqual([]);
      else if (isExact) expect(removed, about).toEqual(expected);
      else expect(removed, about).toEqual(expect.arrayContaining(expected));
      project.noteCompiled(actual);

      if (actual.status === 'ok') {
        const clean = new MemoryProject({}, project.config);
        for (const path of [...LISTS, ...CHUNKS, ...OTHERS]) {
          const text = project.text(path);
          if (text !== undefined) clean.write(path, text);
        }
        if (project.host.folders.has('/project/assets/crate.box')) clean.host.folders.add('/project/assets/crate.box');
        const { diagnostics } = await clean.build();
        expect(project.outputs(), `${about} as a clean build`).toEqual(clean.outputs());
        expect(actual.diagnostics, `${about} as a clean build`).toEqual(diagnostics);
        const again = await project.build({ dryRun: true });
        expect(
          again.plan.filter(({ action }) => action !== 'keep' && action !== 'yield'),
          about,
        ).toEqual([]);
        expect(again.removals, about).toEqual([]);
      }
      if (actual.status === 'failed' && project.random.below(2) === 0) project.repair(actual);
      counted.exact += isExact ? 1 : 0;
      counted.failed += actual.status === 'failed' ? 1 : 0;
      counted.removed += removed.length;
      counted.yielded += predicted.plan.filter(({ action }) => action === 'yield').length;
      counted.used += actual.assets.filter(({ reasons }) =>
        reasons.some((reason) => /^it is now taken for/.test(reason)),
      ).length;
      counted.disagreed += actual.diagnostics.filter(({ message }) => / of .+ and .+ of /.test(message)).length;
      counted.refused += predicted.plan.filter(({ action }) => action === 'fail').length;
      counted.built += actual.built;
    }
  });

  it('were seen in every case that there is', () => {
    for (const [what, count] of Object.entries(counted)) expect(count, what).toBeGreaterThan(5);
  });
});

// A small project of toy kinds that is edited at random, the same way for the same seed: sources that refer to each other, appear,
// disappear and fail, outputs that are deleted or overwritten, settings that change.

import type { BuildResult } from '../build-options.js';
import { MemoryProject, rule } from './memory-project.js';

export const LISTS = ['m0.list', 'm1.list', 'dir/m2.list', 'dir/m3.LIST', 'M0.list'];
export const CHUNKS = ['c0.chunk', 'c1.chunk', 'dir/c2.chunk', 'C1.chunk'];
export const OTHERS = ['data.raw', 'dir/more.raw', 'level.json', 'crate.box/1', 'crate.box/2', 'dir/note.txt'];

/** Most of them concern nothing else, but some differ only in case, or are preferred to others. */
const LOOSE = [
  ...Array.from({ length: 5 }, (_, i) => [`x${i}.json`, `y${i}.chunk`, `dir/x${i}.json`]).flat(),
  'X1.json',
  'dir/x5.raw',
  'n/x6.json',
];

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

/** Lines by which a list refers to other files or defines derived assets: only known after compiling. */
const structure = (text: string): string =>
  text
    .split('\n')
    .filter((line) => /^(include|try|part|derive|share|fail|dir|exists|use)/.test(line))
    .join('\n');

export class RandomProject extends MemoryProject {
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
        // Content without structure: derived assets stay as in the last build.
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
          // The whole folder: files without a record may not be removed.
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

  /** A loose file appears, disappears or changes. */
  moveLoose(): void {
    const there = LOOSE.filter((name) => this.text(name) !== undefined);
    const isRemoval = there.length > 0 && this.random.below(2) === 0;
    const path = this.random.one(isRemoval ? there : LOOSE);
    if (isRemoval) this.delete(path);
    else this.write(path, `content ${this.random.below(1000)}`);
  }

  /** Removes what may warn: lists. */
  simplify(): void {
    for (const path of LISTS) this.delete(path);
    this.changeSettings();
  }

  /** Other values, the same rules. */
  changeSettings(): void {
    const rules = ['c*.chunk', 'dir/*.chunk', '*.json'].map((match, i) =>
      rule(
        match,
        { other: { depth: this.random.below(3) }, toy: { open: i === 0 && this.random.below(6) === 0 } },
        `rules[${i}]`,
      ),
    );
    this.config = { ...this.config, layers: rules };
  }

  /** Removes failed sources or gives them valid content, so that a project does not stay broken for the rest of its rounds. */
  repair(result: BuildResult): void {
    for (const { source, status } of result.assets) {
      if (status !== 'failed') continue;
      if (LISTS.slice(0, 3).includes(source))
        this.write(source, `text ${this.random.below(1000)}\n${this.#use(source)}`);
      else if (CHUNKS.slice(0, 3).includes(source)) this.write(source, `content ${this.random.below(1000)}`);
      else this.delete(source);
    }
  }

  /** The name of a file that probably exists. */
  #use(list: string): string {
    return `use ${this.#relative(list, this.random.one(CHUNKS.slice(0, 3)))} ${this.random.one(['', '<', '*'])}`;
  }

  /** Its structure, and whether the files that it tries to read exist: only compiling makes these references. */
  #shape(text: string): string {
    return structure(text).replace(/^try (?:\.\.\/)?(\S+)/gm, (line, path: string) =>
      this.text(path) === undefined ? `${line} without success` : line,
    );
  }

  /** Whether the structure of every list is the same as when it was last compiled. */
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

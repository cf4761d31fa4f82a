// Random edits of a project with plug-ins: sources, their includes and missing files, settings, the plug-ins and their imports. After each
// edit exactly those assets are rebuilt that a model of the project predicts, and the output equals that of a clean build and of the model.

import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PluginProject } from './plugin-project.js';

const STEPS = process.env.ASSETC_LONG === undefined ? 30 : 300;

const NOTES = (version: number) => `
import { defineKind, definePlugin } from 'assetc';
import { tag } from './lib/shared';
import { mark } from './lib/notes';

const note = defineKind({
  name: 'note',
  match: '*.note',
  outputs: ['.txt'],
  settings: {
    level: { is: 'integer', min: 0, max: 99, default: 1, doc: 'A number.' },
    quiet: { is: 'boolean', default: false, doc: 'Nothing.', affects: 'nothing' },
  },
  async compile(ctx) {
    const out = [tag, mark, 'notes ${version}', \`level \${ctx.settings.level}\`];
    for (const line of (await ctx.readText(ctx.path)).split('\\n')) {
      const [word, path = ''] = line.split(' ');
      if (word === 'include') out.push(await ctx.readText(path));
      else if (word === 'try') out.push(new TextDecoder().decode((await ctx.tryRead(path)) ?? new Uint8Array(0)));
      else if (word === 'exists') out.push(String(await ctx.exists(path)));
      else if (word === 'list') out.push((await ctx.list(path)).join());
      else if (word === 'ref') out.push(typeof (await ctx.ref(path)));
      else out.push(line);
    }
    ctx.emit('.txt', new TextEncoder().encode(out.join('|')));
  },
});
export default definePlugin({ name: 'notes', version: '1', kinds: [note] });
`;

const BAGS = (version: number) => `
import { defineKind, definePlugin } from 'assetc';
import { tag } from './lib/shared';

const bag = defineKind({
  name: 'bag',
  match: '*.bag/',
  outputs: ['.bin'],
  async compile(ctx) {
    const out = [tag, 'bags ${version}'];
    for (const name of await ctx.list(ctx.path)) out.push(\`\${name}=\${await ctx.readText(\`\${ctx.path}/\${name}\`)}\`);
    ctx.emit('.bin', new TextEncoder().encode(out.join('|')));
  },
});
export default definePlugin({ name: 'bags', version: '1', kinds: [bag] });
`;

/** Numbers from a seed. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The files on the disk, and what follows from them. */
class Model {
  readonly assets = new Map<string, string>();
  readonly tools = new Map<string, string>();
  readonly levels = { default: 1, rule: 0 };
  quiet = false;

  get config(): string {
    const rule =
      this.levels.rule === 0 ? '' : `\n  rules: [{ match: "b*.note", note: { level: ${this.levels.rule} } }]`;
    const note = `note: { level: ${this.levels.default}, quiet: ${this.quiet} }`;
    return `plugins: [./tools/notes.ts, ./tools/bags.ts]\ndefault:\n  ${note}${rule}\n`;
  }

  /** By asset: its output, and everything that it depends on. */
  views(): Map<string, { readonly output: string; readonly text: string; readonly from: string }> {
    const tool = (...names: string[]) => names.map((name) => this.tools.get(name));
    const value = (name: string) => /= '(.*)'/.exec(this.tools.get(name) ?? '')?.[1] ?? '';
    const version = (name: string) => / '?((?:notes|bags) \d+)'/.exec(this.tools.get(name) ?? '')?.[1] ?? '';
    const views = new Map<string, { output: string; text: string; from: string }>();
    for (const [path, source] of this.assets) {
      if (!path.endsWith('.note')) continue;
      const level = path.startsWith('b') && this.levels.rule !== 0 ? this.levels.rule : this.levels.default;
      const seen = source.split('\n').map((line) => this.#look(line));
      const head = [value('lib/shared.ts'), value('lib/notes.ts'), version('notes.ts'), `level ${level}`];
      const from = JSON.stringify([tool('notes.ts', 'lib/shared.ts', 'lib/notes.ts'), level, source, seen]);
      views.set(path, { output: path.replace('.note', '.txt'), text: [...head, ...seen].join('|'), from });
    }
    for (const folder of new Set([...this.assets.keys()].flatMap((path) => /^.*\.bag(?=\/)/.exec(path) ?? []))) {
      const files = [...this.assets]
        .filter(([path]) => path.startsWith(`${folder}/`))
        .sort(([a], [b]) => (a < b ? -1 : 1));
      const seen = files.map(([path, text]) => `${path.slice(folder.length + 1)}=${text}`);
      const text = [value('lib/shared.ts'), version('bags.ts'), ...seen].join('|');
      const from = JSON.stringify([tool('bags.ts', 'lib/shared.ts'), seen]);
      views.set(folder, { output: folder.replace('.bag', '.bin'), text, from });
    }
    return views;
  }

  #look(line: string): string {
    const [word, path = ''] = line.split(' ');
    if (word === 'include') return this.assets.get(path) ?? '';
    if (word === 'try') return this.assets.get(path) ?? '';
    if (word === 'exists') return String(this.assets.has(path));
    if (word === 'ref') return 'bigint';
    if (word !== 'list') return line;
    const names = [...this.assets.keys()].filter((name) => name.startsWith(`${path}/`));
    return names
      .map((name) => name.slice(path.length + 1))
      .sort()
      .join();
  }
}

/** The edits; each returns a description. */
function edits(model: Model, pick: (below: number) => number, step: number): (() => string)[] {
  const set = (path: string, text: string): string => {
    model.assets.set(path, text);
    return `write ${path}`;
  };
  const toggle = (path: string): string => {
    if (!model.assets.delete(path)) set(path, `new ${step}`);
    return `toggle ${path}`;
  };
  const tool = (name: string, text: string): string => {
    model.tools.set(name, text);
    return `write ${name}`;
  };
  const setLevel = (which: 'default' | 'rule', level: number): string => {
    model.levels[which] = level;
    return `${which} level ${level}`;
  };
  const notes = ['a1', 'a2', 'b1', 'b2'];
  const lines = () => [
    `include inc/${pick(3)}.inc`,
    `try opt/${pick(3)}.opt`,
    `exists opt/${pick(3)}.opt`,
    'list inc',
    'ref b1.note',
    `text ${step}`,
  ];
  return [
    () => set(`${notes[pick(4)]}.note`, Array.from({ length: 1 + pick(4) }, () => lines()[pick(6)]).join('\n')),
    () => set(`inc/${pick(3)}.inc`, `include ${pick(5)}`),
    () => set(`inc/${pick(3)}.inc`, `include ${step}`),
    () => toggle(`opt/${pick(3)}.opt`),
    () => set(`opt/${pick(3)}.opt`, `option ${pick(4)}`),
    () => toggle('inc/more.inc'),
    () => toggle(`extra${pick(2)}.note`),
    () => set(`box${pick(2)}.bag/${pick(3)}.raw`, `raw ${pick(9)}`),
    () => toggle(`box0.bag/more${pick(2)}.raw`),
    () => setLevel('default', pick(4)),
    () => setLevel('rule', pick(3)),
    () => {
      model.quiet = !model.quiet;
      return 'quiet';
    },
    () => tool('notes.ts', NOTES(pick(3))),
    () => tool('bags.ts', BAGS(pick(3))),
    () => tool('bags.ts', `${BAGS(pick(3))}// ${step}\n`),
    () => tool('lib/shared.ts', `export const tag = 'tag ${pick(3)}';\n`),
    () => tool('lib/notes.ts', `export const mark = 'mark ${pick(3)}';\n`),
    () => tool('lib/stray.ts', `export const stray = ${step};\n`),
    () => 'nothing',
  ];
}

const treeOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => !name.includes('.assetc-') && statSync(join(folder, name)).isFile())
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), 'latin1')]),
  );

it(`makes exactly what an edit affects, ${STEPS} times`, async () => {
  const pick = random(7);
  const model = new Model();
  for (let i = 0; i < 3; i++) model.assets.set(`inc/${i}.inc`, `include ${i}`);
  for (const note of ['a1', 'a2', 'b1', 'b2']) model.assets.set(`${note}.note`, 'list inc\ntry opt/0.opt\nref b1.note');
  model.assets.set('box0.bag/0.raw', 'raw');
  model.assets.set('box1.bag/0.raw', 'raw');
  for (const [name, text] of [
    ['notes.ts', NOTES(0)],
    ['bags.ts', BAGS(0)],
    ['lib/shared.ts', "export const tag = 'tag';\n"],
    ['lib/notes.ts', "export const mark = 'mark';\n"],
  ] as const)
    model.tools.set(name, text);
  const project = new PluginProject({});
  const onDisk = new Map<string, string>();
  const sync = (): void => {
    const wanted = new Map([['assetc.yml', model.config]]);
    for (const [path, text] of model.assets) wanted.set(`assets/${path}`, text);
    for (const [path, text] of model.tools) wanted.set(`tools/${path}`, text);
    for (const path of onDisk.keys()) if (!wanted.has(path)) project.delete(path);
    for (const [path, text] of wanted) if (onDisk.get(path) !== text) project.write(path, text);
    onDisk.clear();
    for (const [path, text] of wanted) onDisk.set(path, text);
  };
  let before = new Map<string, string>();
  let made = 0;
  try {
    for (let step = 0; step <= STEPS; step++) {
      const choices = edits(model, pick, step);
      const what = step === 0 ? 'the first build' : (choices[pick(choices.length)]?.() ?? '');
      sync();
      const views = model.views();
      const { status, assets, diagnostics } = await project.build();
      expect({ step, what, status, diagnostics }).toEqual({ step, what, status: 'ok', diagnostics: [] });
      const rebuilt = assets.filter((asset) => asset.status !== 'cached').map(({ id }) => id);
      const expected = [...views].filter(([id, { from }]) => before.get(id) !== from).map(([id]) => id);
      expect({ step, what, rebuilt: rebuilt.sort() }).toEqual({ step, what, rebuilt: expected.sort() });
      before = new Map([...views].map(([id, { from }]) => [id, from]));
      made += rebuilt.length;
      const outputs = treeOf(join(project.folder, 'runtime'));
      for (const [id, { output, text }] of views)
        expect({ step, what, id, text: outputs[output] }).toEqual({ step, what, id, text });
      rmSync(join(project.folder, 'clean'), { recursive: true, force: true });
      await project.build({ noCache: true }, { output: join(project.folder, 'clean') });
      expect(treeOf(join(project.folder, 'clean'))).toEqual(outputs);
    }
    console.log(`${STEPS} edits, ${made} assets made`);
    expect(made).toBeGreaterThan(STEPS / 2);
  } finally {
    project.remove();
  }
});

// Diagnostics about plug-ins: each row is a project with a plug-in that does one thing wrong.

import { join } from 'node:path';
import { check } from '../../../packages/compiler/src/index.js';
import { bundlePlugin } from '../../../packages/compiler/src/plugins/bundle-plugin.js';
import { PluginProject, thingPlugin } from '../../plugins/plugin-project.js';
import { codesOf, type Raise, type RowsOf } from '../raise.js';

type Files = Readonly<Record<string, string>>;

const project =
  (plugin: string, files: Files = {}): Raise =>
  async () => {
    const on = new PluginProject({
      'assetc.yml': 'plugins: [./tools/plugin.mjs]\n',
      'tools/plugin.mjs': plugin,
      'assets/a.thing': 'text',
      ...files,
    });
    try {
      return codesOf(await on.complaints());
    } finally {
      on.remove();
    }
  };

const compiling = (body: string, files?: Files): Raise => project(thingPlugin(body), files);

/** The diagnostics of `check` on the output. */
const checking =
  (more: string): Raise =>
  async () => {
    const on = new PluginProject({
      'assetc.yml': 'plugins: [./tools/plugin.mjs]\n',
      'tools/plugin.mjs': thingPlugin(EMIT, more),
      'assets/a.thing': 'text',
    });
    try {
      await on.build();
      const { config } = await on.config();
      const checked = await check({ path: join(on.folder, 'runtime'), config });
      return codesOf(checked?.diagnostics ?? []);
    } finally {
      on.remove();
    }
  };

const EMIT = "ctx.emit('.out', await ctx.read(ctx.path));";

export const pluginRows: RowsOf<'plugin'> = {
  'plugin/no-esbuild': async () => {
    const entry = { specifier: './a.ts', file: 'assetc.yml', where: { line: 1, column: 1 } };
    const { diagnostics } = await bundlePlugin(
      entry,
      '/project',
      () => new Uint8Array(),
      async () => undefined,
    );
    return codesOf(diagnostics);
  },
  'plugin/bundle-failed': project('import "./nowhere.js";'),
  'plugin/bundle-warning': project(`export const twice = { a: 1, a: 2 };\n${thingPlugin(EMIT)}`),
  'plugin/dynamic-import': compiling(`await import(ctx.path);\n${EMIT}`),
  'plugin/load-failed': project('export default (() => { throw new Error("no"); })();'),
  'plugin/not-a-plugin': project('export default 7;'),
  'plugin/bad-definition': project(thingPlugin(EMIT).replace("'*.thing'", '7')),
  'plugin/not-loaded': async () => {
    const on = new PluginProject({ 'assetc.yml': 'plugins: [./a.mjs]\n' });
    try {
      return codesOf((await on.build({}, { plugins: 'skip' })).diagnostics);
    } finally {
      on.remove();
    }
  },
  'plugin/refused': async () => {
    const on = new PluginProject({ 'assetc.yml': 'plugins: [./a.mjs]\n' });
    try {
      return codesOf((await on.build({}, { plugins: 'refuse' })).diagnostics);
    } finally {
      on.remove();
    }
  },
  'plugin/describe-failed': checking('describe() { throw new Error("no"); },'),
  'plugin/problem': checking("describe: () => ({ problems: ['too short'] }),"),
  'plugin/dangling-ref': checking('describe: () => ({ refs: [7n] }),'),
  'plugin/two-claims': project(thingPlugin(EMIT), {
    'assetc.yml': 'plugins: [./tools/plugin.mjs, ./tools/other.mjs]\n',
    'tools/other.mjs': thingPlugin(EMIT, '', 'others'),
  }),
  'plugin/threw': compiling('throw new Error("no");'),
  'plugin/bad-call': compiling("ctx.emit('.out', 'text');"),
  'plugin/bad-output': compiling("ctx.emit('/../../a.out', new Uint8Array(1));"),
  'plugin/duplicate-output': compiling(`${EMIT}\n${EMIT}`),
  'plugin/bad-return': compiling('return new Uint8Array(3);'),
  'plugin/changed-settings': compiling(`ctx.settings.size = 4;\n${EMIT}`),
  'plugin/late': compiling(`setImmediate(() => { try { ctx.warn({}, 'late'); } catch {} });\n${EMIT}`),
  'plugin/bad-ref': compiling("await ctx.ref('none.png');"),
  'plugin/not-text': async () => {
    const on = new PluginProject({
      'assetc.yml': 'plugins: [./tools/plugin.mjs]\n',
      'tools/plugin.mjs': thingPlugin('await ctx.readText(ctx.path);'),
      'assets/a.thing': Uint8Array.of(0xff, 0xfe, 0xfd),
    });
    try {
      return codesOf(await on.complaints());
    } finally {
      on.remove();
    }
  },
  'plugin/error': compiling("ctx.error({ line: 1 }, 'is wrong', 'Mend it');"),
  'plugin/warning': compiling(`ctx.warn(undefined, 'is odd');\n${EMIT}`),
};

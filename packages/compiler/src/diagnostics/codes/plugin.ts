// What is told of plug-ins: how they are found and loaded, what they do wrong, and what they say themselves.

import type { CodeDoc } from '../code-doc.js';

export const pluginCodes = {
  'plugin/no-esbuild': {
    summary:
      'The configuration names plug-ins, and esbuild, which bundles them before they are loaded, is not installed. The bundle is what tells which files a plug-in is made of, so that one in JavaScript needs it as well.',
    remedy: 'Install it beside assetc: npm install --save-dev esbuild',
  },
  'plugin/bundle-failed': {
    summary: 'A plug-in, or something that it imports, could not be bundled: it is not there, or is not valid.',
    remedy: 'Correct the file at the place that is named, or the path under `plugins:`.',
  },
  'plugin/bundle-warning': {
    summary: 'A plug-in could be bundled, but looks wrong.',
    remedy: 'Look at the place that is named.',
  },
  'plugin/dynamic-import': {
    summary:
      'A plug-in imports or requires something by a name that is only known when it runs. That is in no bundle, so that a change of it rebuilds nothing.',
    remedy: 'Import it by a literal name.',
  },
  'plugin/load-failed': {
    summary: 'A plug-in threw while it was loaded, before it was asked to compile anything.',
    remedy: 'Correct the plug-in at the place that is named.',
  },
  'plugin/not-a-plugin': {
    summary: 'The default export of a module under `plugins:` is not what `definePlugin` returns.',
    remedy: 'Write `export default definePlugin({ name, version, kinds: [defineKind({ … })] })`.',
  },
  'plugin/bad-definition': {
    summary: 'What a plug-in declares of itself, of a kind or of a setting makes no sense.',
    remedy: 'Correct the declaration.',
  },
  'plugin/not-loaded': {
    summary: 'A build was given a configuration that was read without its plug-ins.',
    remedy: "Read the configuration with `plugins: 'load'`, or refuse them with `plugins: 'refuse'`.",
  },
  'plugin/refused': {
    summary:
      'Plug-ins are refused (--no-plugins). Everything else is built; what plug-ins compiled before is left as it stands and stays in the manifest, new sources of theirs are not compiled, and nothing is removed.',
    remedy: 'Build without --no-plugins where you trust the plug-ins.',
  },
  'plugin/describe-failed': {
    summary: 'The `describe` of a plug-in threw, or returned something else than a description.',
    remedy: 'Correct the plug-in at the place that is named.',
  },
  'plugin/problem': {
    summary: 'The plug-in that made an output finds it wrong.',
    remedy: 'Build the asset again; if it stays, correct the plug-in.',
  },
  'plugin/dangling-ref': {
    summary: 'An output of a plug-in refers to an asset that is not there.',
    remedy: 'Build again; if it stays, put the source that it refers to back, or correct the reference.',
  },
  'plugin/two-claims': {
    summary: 'Two plug-ins claim one file, so that it is not clear which of them compiles it.',
    remedy: 'Make the `match` of one of them more narrow, or take one out of `plugins:`.',
  },
  'plugin/threw': {
    summary: 'A plug-in threw while it compiled an asset. Other assets are not touched by it.',
    remedy: 'Correct the plug-in at the place that is named.',
  },
  'plugin/bad-call': {
    summary: 'A plug-in gave a call of its context something that it does not take.',
    remedy: 'Correct the call at the place that is named.',
  },
  'plugin/bad-output': {
    summary: 'A plug-in asked to write outside the output folder, or to a path that is none.',
    remedy: 'Emit suffixes that follow the base of the asset, without "..".',
  },
  'plugin/duplicate-output': {
    summary: 'A plug-in emitted two outputs of one name for one asset.',
    remedy: 'Give each output a suffix of its own.',
  },
  'plugin/bad-return': {
    summary: 'The `compile` of a plug-in returned something. Outputs are given by `ctx.emit`.',
    remedy: 'Return nothing.',
  },
  'plugin/changed-settings': {
    summary: 'A plug-in tried to change its settings while it compiled. They are what the key of the asset holds.',
    remedy: 'Copy what you want to change: `const mine = { ...ctx.settings }`.',
  },
  'plugin/late': {
    summary:
      'A plug-in went on after its `compile` had returned: a promise that nobody waited for failed, or used the context.',
    remedy: 'Await every promise within `compile`.',
  },
  'plugin/bad-ref': {
    summary: 'A plug-in asked for the reference of a file that is not there, or that nothing compiles.',
    remedy: 'Put the file there, or correct the path in the source.',
  },
  'plugin/not-text': {
    summary: 'A plug-in read a file as text that is not UTF-8.',
    remedy: 'Save the file as UTF-8, or read it with `ctx.read`.',
  },
  'plugin/error': {
    summary: 'A plug-in says what is wrong with a source.',
    remedy: 'Correct the source as the message says.',
  },
  'plugin/warning': {
    summary: 'A plug-in warns about a source.',
    remedy: 'Look at the source as the message says.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;

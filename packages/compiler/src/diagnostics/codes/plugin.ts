// Problems with plug-ins: how they are found, loaded and used, and problems that they report themselves.

import type { CodeDoc } from '../code-doc.js';

export const pluginCodes = {
  'plugin/no-esbuild': {
    summary:
      'The configuration lists plug-ins, but esbuild is not installed, or installed for another system. esbuild bundles plug-ins before they are loaded, and the bundle shows which files a plug-in consists of. JavaScript plug-ins need it too.',
    remedy:
      'Install it next to assetc: npm install --save-dev esbuild. If node_modules comes from another system, install on this one.',
  },
  'plugin/bundle-failed': {
    summary: 'A plug-in, or something that it imports, could not be bundled: it does not exist or is not valid.',
    remedy: 'Correct the file at the place in the message, or the path under `plugins:`.',
  },
  'plugin/bundle-warning': {
    summary: 'esbuild warns about a plug-in. The plug-in was bundled.',
    remedy: 'Check the place in the message.',
  },
  'plugin/dynamic-import': {
    summary:
      'A plug-in imports or requires something by a name that is only known when it runs. The bundle cannot contain that file, so changing it rebuilds nothing.',
    remedy: 'Import it by a literal name.',
  },
  'plugin/load-failed': {
    summary: 'A plug-in threw an error while it was loaded, before it compiled anything.',
    remedy: 'Correct the plug-in at the place in the message.',
  },
  'plugin/not-a-plugin': {
    summary: 'The default export of a module under `plugins:` is not what `definePlugin` returns.',
    remedy: 'Write `export default definePlugin({ name, version, kinds: [defineKind({ … })] })`.',
  },
  'plugin/bad-definition': {
    summary: 'A plug-in declares itself, a kind or a setting in a way that is not valid.',
    remedy: 'Correct the declaration as the message says.',
  },
  'plugin/not-loaded': {
    summary: 'A build got a configuration that was read without its plug-ins.',
    remedy: "Read the configuration with `plugins: 'load'`, or refuse plug-ins with `plugins: 'refuse'`.",
  },
  'plugin/refused': {
    summary:
      'Plug-ins are refused (--no-plugins). Everything else is built. Existing outputs of plug-ins are kept and stay in the manifest, new sources for them are not compiled, and nothing is removed.',
    remedy: 'Build without --no-plugins if you trust the plug-ins.',
  },
  'plugin/describe-failed': {
    summary: 'The `describe` function of a plug-in threw an error, or did not return a description.',
    remedy: 'Correct the plug-in at the place in the message.',
  },
  'plugin/problem': {
    summary: 'The plug-in that made an output reports that it is wrong.',
    remedy: 'Build the asset again. If the problem remains, correct the plug-in.',
  },
  'plugin/dangling-ref': {
    summary: 'An output of a plug-in refers to an asset that does not exist.',
    remedy: 'Build again. If the problem remains, restore the source that it refers to, or correct the reference.',
  },
  'plugin/two-claims': {
    summary: 'Two plug-ins claim the same file, so it is not clear which of them compiles it.',
    remedy: 'Make the `match` of one of them narrower, or remove one from `plugins:`.',
  },
  'plugin/threw': {
    summary: 'A plug-in threw an error while it compiled an asset. Other assets are not affected.',
    remedy: 'Correct the plug-in at the place in the message.',
  },
  'plugin/bad-call': {
    summary: 'A plug-in called a function of its context with an argument that is not valid.',
    remedy: 'Correct the call at the place in the message.',
  },
  'plugin/bad-output': {
    summary: 'A plug-in tried to write outside the output folder, or to a path that is not valid.',
    remedy: `Emit suffixes that are appended to the asset's base path, without "..".`,
  },
  'plugin/duplicate-output': {
    summary: 'A plug-in emitted two outputs with the same name for one asset.',
    remedy: 'Give each output a different suffix.',
  },
  'plugin/bad-return': {
    summary: 'The `compile` function of a plug-in returned a value. Outputs are passed to `ctx.emit`.',
    remedy: 'Return nothing.',
  },
  'plugin/changed-settings': {
    summary: "A plug-in tried to change its settings while it compiled. They are part of the asset's cache key.",
    remedy: 'Copy what you want to change: `const mine = { ...ctx.settings }`.',
  },
  'plugin/late': {
    summary:
      'A plug-in kept working after its `compile` had returned: a promise that was not awaited failed, or used the context.',
    remedy: 'Await every promise inside `compile`.',
  },
  'plugin/bad-ref': {
    summary: 'A plug-in asked for a reference to a file that does not exist, or that is not compiled.',
    remedy: 'Restore the file, or correct the path in the source.',
  },
  'plugin/not-text': {
    summary: 'A plug-in read a file as text, but it is not UTF-8.',
    remedy: 'Save the file as UTF-8, or read it with `ctx.read`.',
  },
  'plugin/error': {
    summary: 'A plug-in reports an error in a source.',
    remedy: 'Correct the source as the message says.',
  },
  'plugin/warning': {
    summary: 'A plug-in warns about a source.',
    remedy: 'Check the source as the message says.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;

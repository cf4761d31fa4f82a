// A plug-in that exists only for tests of the pipeline: `*.thing` becomes `.made`, depending on a file next to it.

import type { PluginBundle } from '../../model/kind/plugin-bundle.js';
import { digestText } from '../cache/digest.js';

/** Another `word` gives another content, and so another digest. */
export function toyPlugin(word = 'made'): PluginBundle {
  const code = `
const { definePlugin, defineKind } = require('assetc');
exports.default = definePlugin({
  name: 'toys',
  version: '1',
  kinds: [
    defineKind({
      name: 'thing',
      match: '*.thing',
      outputs: ['.made'],
      settings: { size: { is: 'integer', min: 1, max: 9, default: 3, doc: 'How large.' } },
      async compile(ctx) {
        const [own, part] = [await ctx.readText(ctx.path), await ctx.readText(ctx.resolve(ctx.path, 'part.txt'))];
        ctx.emit('.made', new TextEncoder().encode(['${word}', own, part, ctx.settings.size].join(' ')));
      },
    }),
  ],
});
`;
  return { specifier: './toys.ts', code, map: '', digest: digestText(code), files: [] };
}

// The source of a plug-in whose kind `thing` compiles `*.thing` to `.out`. The test passes its body as `compile`, where
// `text` is the source's text.

interface ThingsPlugin {
  /** Lines before the definition. */
  readonly before?: string;
  /** Further members of the kind. */
  readonly members?: string;
  readonly compile: string;
}

export const thingsPlugin = ({ before = '', members = '', compile }: ThingsPlugin): string =>
  `import { defineKind, definePlugin } from 'assetc';
${before}
export default definePlugin({
  name: 'things',
  version: '1.0.0',
  kinds: [
    defineKind({
      name: 'thing',
      match: '*.thing',
      outputs: ['.out'],
      settings: { size: { is: 'integer', min: 1, max: 9, default: 3, doc: 'How large.' } },
      ${members}
      async compile(ctx): Promise<void> {
        const text = await ctx.readText(ctx.path);
        ${compile}
      },
    }),
  ],
});
`;

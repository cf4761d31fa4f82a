// Random texts of assetc.yml for the test of written rules: valid, and in many styles.

import fc from 'fast-check';

const comment = fc.constantFrom(
  '',
  '',
  ' # why',
  '\t# after a tab',
  ' # "quoted": [x] { y: #z }',
  ' # größer → größer',
);

const setting = fc.constantFrom<readonly [string, string]>(
  ['texture', 'quality: fast'],
  ['texture', 'quality: "fast"'],
  ['texture', "quality: 'normal'"],
  ['texture', 'mips:\tfalse'],
  ['texture', 'maxSize: 64'],
  ['texture', 'maxSize: 0x40'],
  ['mesh', 'lods: [0.5, 0.25]'],
  ['mesh', 'lods: [ 0.5 , 0.25 , ]'],
  ['mesh', 'merge: true'],
);

/** Each returns the lines of one group of settings. */
const STYLES = {
  block: (name: string, value: string, note: string, inner: string) => [
    `${name}:${note}`,
    ...(inner === '' ? [] : [`  ${inner.trim()}`]),
    `  ${value}${inner}`,
  ],
  brackets: (name: string, value: string, note: string) => [`${name}: { ${value} }${note}`],
  bracketsOnLines: (name: string, value: string, note: string, inner: string) => [
    `${name}: {${note}`,
    `    ${value},${inner}`,
    `  }${note}`,
  ],
  anchored: (name: string, value: string, note: string) => [`${name}: &${name}Anchor {${value}}${note}`],
};

const group = fc
  .tuple(
    setting,
    fc.constantFrom(STYLES.block, STYLES.block, STYLES.brackets, STYLES.bracketsOnLines, STYLES.anchored),
    comment,
    comment,
  )
  .map(([[name, value], linesOf, note, inner]): readonly string[] => linesOf(name, value, note, inner));

const rule = (path: string) =>
  fc
    .tuple(
      fc.constantFrom(path, path, '*', 'models/*', '*.png', 'ui/?.png', 'textures/*'),
      fc.option(group, { nil: [] }),
      comment,
      fc.constantFrom('"', "'", ''),
      fc.constantFrom('- ', '-   '),
      fc.boolean(),
    )
    .map(([glob, lines, note, quote, dash, isLast]) => {
      const mark = /[*?]/.test(glob) && quote === '' ? '"' : quote;
      const match = `match: ${mark}${glob}${mark}${note}`;
      // The settings may come before the glob.
      const [first = '', ...rest] = isLast ? [...lines, match] : [match, ...lines];
      return [`${dash}${first}`, ...rest.map((line) => `${' '.repeat(dash.length)}${line}`)];
    });

/** A rule after the others that repeats what an anchor names. */
const repeated = fc.constantFrom<readonly string[]>(
  ['- match: "*.png"', '  texture: *textureAnchor # the same'],
  ['- { match: "textures/*", texture: *textureAnchor }'],
  ['- match: "textures/*"', '  texture:', '    <<: *textureAnchor', '    mips: false'],
);

const rules = (path: string) =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constant<readonly string[]>([]) },
    { weight: 1, arbitrary: fc.constantFrom<readonly string[]>(['rules: []'], ['rules: [ ]  # none'], ['rules:']) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<readonly string[]>(
        [`rules: [{ match: "*", texture: { mips: false } }, { match: ${path}, mesh: {} }] # in brackets`],
        ['rules: [', `    { match: '${path}', texture: {quality: fast,} }, # one`, '    # and no more', '  ]'],
      ),
    },
    {
      weight: 6,
      arbitrary: fc
        .tuple(
          fc.array(rule(path), { minLength: 1, maxLength: 4 }),
          fc.option(repeated, { nil: undefined }),
          fc.constantFrom('', '  ', '    '),
          comment,
          fc.constantFrom([], [''], ['', '# Between rules.', '']),
        )
        .map(([all, again, indent, note, between]) => {
          const isNamed = all.some((lines) => lines.some((line) => line.includes('&textureAnchor')));
          const items = [...all, ...(again !== undefined && isNamed ? [again] : [])];
          const lines = items.flatMap((item, i) => [...(i === 0 ? [] : between), ...item.map((line) => indent + line)]);
          return [`rules:${note}`, ...lines];
        }),
    },
  );

/** A layer: its own settings, then rules, or the other way around. */
const layer = (path: string) =>
  fc
    .tuple(fc.option(group, { nil: [] }), rules(path), fc.boolean())
    .map(([own, all, isFirst]) => (isFirst ? [...all, ...own] : [...own, ...all]));

const under = (key: string, lines: readonly string[], step: string): readonly string[] =>
  lines.length === 0 ? [`${key}:`] : [`${key}:`, ...lines.map((line) => (line === '' ? '' : `${step}${line}`))];

const part = fc.constantFrom<readonly string[]>(
  ['input: art # ours'],
  ['', '# A line of its own.'],
  ['embed: ["a/*"]'],
  ['warnings: { ignore: [] }'],
);

/** Parts of the top, in any order, none twice. */
const parts = fc.uniqueArray(part, { maxLength: 3 });

export const randomConfig = (path: string): fc.Arbitrary<string> =>
  fc
    .record({
      parts,
      own: fc.option(layer(path)),
      mobile: fc.option(layer(path)),
      step: fc.constantFrom('  ', '    ', ' '),
      isLate: fc.boolean(),
      isPresetFirst: fc.boolean(),
      end: fc.constantFrom('', '\n', '\n\n', '\n# The end.', '\n...\n'),
      newline: fc.constantFrom('\n', '\n', '\r\n'),
      start: fc.constantFrom('', '', '\ufeff', '---\n', '# First.\n---\n'),
    })
    .map(({ own, mobile, step, isLate, isPresetFirst, end, newline, start, ...more }) => {
      const presets =
        mobile === null ? ['presets: { mobile: {} }'] : under('presets', under('mobile', mobile, step), step);
      const defaults = own === null ? [] : under('default', own, step);
      const layers = isPresetFirst ? [...presets, ...defaults] : [...defaults, ...presets];
      const top = more.parts.flat();
      const lines = isLate ? [...layers, ...top] : [...top, ...layers];
      return `${start}${lines.join('\n')}${end}`.replaceAll('\n', newline);
    });

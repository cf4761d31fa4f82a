// Rules written into random configurations: comments, orders of keys, line ends, anchors, collections in brackets, tabs and quotes in every
// mix. What is expected comes from a model of layers and globs in this file alone, and from the lines of both texts.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import type { SettingValue } from '../../model/kind/setting.js';
import { registry } from '../../registry.js';
import { randomConfig } from '../../testing/random-config.js';
import type { LayerValues } from '../config.js';
import { writeRule } from './write-rule.js';

const { groups } = registry;
const PATH = 'textures/brick.png';
const OTHERS = ['textures/wood.png', 'models/brick.glb', 'brick.jpg', 'ui/a.png'];
const RUNS = process.env.ASSETC_LONG === undefined ? 200 : 5000;

/** Which paths each glob of the test matches. */
const MATCHES: Readonly<Record<string, (path: string) => boolean>> = {
  [PATH]: (path) => path === PATH,
  'textures/*': (path) => path.startsWith('textures/'),
  '*': () => true,
  '*.png': (path) => path.endsWith('.png'),
  'models/*': (path) => path.startsWith('models/'),
  'ui/?.png': (path) => /^ui\/[^/]\.png$/.test(path),
};

type Mapping = Readonly<Record<string, unknown>>;
const mapping = (value: unknown): Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {};
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const dataOf = (text: string): Mapping => mapping(parse(text.replace(/^\ufeff/, ''), { merge: true }));

interface Setting {
  readonly name: string;
  readonly value: unknown;
  /** The layer or rule that sets it. */
  readonly from: string;
}

/** What the layers set for a path. */
function settingsOf(file: Mapping, path: string, preset?: 'mobile'): ReadonlyMap<string, Setting> {
  const found = new Map<string, Setting>();
  const take = (layer: Mapping, from: string): void => {
    for (const group of ['texture', 'mesh'])
      for (const [key, value] of Object.entries(mapping(layer[group]))) {
        const name = `${group}.${key}`;
        found.set(name, { name, value, from });
      }
  };
  const layers: [string, Mapping][] = [['default', mapping(file.default)]];
  if (preset !== undefined) layers.push([`presets.${preset}`, mapping(mapping(file.presets)[preset])]);
  for (const [name, layer] of layers) take(layer, name);
  for (const [name, layer] of layers)
    for (const [i, rule] of list(layer.rules).map(mapping).entries())
      if (MATCHES[String(rule.match)]?.(path) === true) take(rule, `${name}.rules[${i}]`);
  return found;
}

const plain = (settings: ReadonlyMap<string, Setting>): Mapping =>
  Object.fromEntries([...settings.values()].map(({ name, value }) => [name, value]));

const flat = (values: LayerValues): Mapping =>
  Object.fromEntries(
    Object.entries(values).flatMap(([group, settings]) =>
      Object.entries(settings).map(([key, value]) => [`${group}.${key}`, value]),
    ),
  );

/** Everything but rules. */
function withoutRules(file: Mapping): Mapping {
  const own = ({ rules: _rules, ...rest }: Mapping): Mapping => rest;
  const presets = Object.entries(mapping(file.presets)).map(([name, preset]) => [name, own(mapping(preset))]);
  return { ...file, default: own(mapping(file.default)), presets: Object.fromEntries(presets) };
}

/** The lines that only one of two texts has, by a longest common subsequence. Lines contain their ends. */
function differentLines(before: string, after: string): { readonly removed: string[]; readonly added: string[] } {
  const [a, b] = [before.split(/(?<=\n)/), after.split(/(?<=\n)/)];
  const common = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      common[i]?.fill(a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1)), j, j + 1);
  const [removed, added]: [string[], string[]] = [[], []];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    if (i < a.length && j < b.length && a[i] === b[j]) [i, j] = [i + 1, j + 1];
    else if (i < a.length && (j === b.length || at(i + 1, j) >= at(i, j + 1))) removed.push(a[i++] ?? '');
    else added.push(b[j++] ?? '');
  }
  return { removed, added };
}

/** What a line loses if it becomes another: the part between their equal beginnings and ends. The last line may get an end. */
function lostPart(...both: readonly [string, string]): string {
  const [line, next] = [both[0].replace(/\r?\n$/, ''), both[1].replace(/\r?\n$/, '')];
  let start = 0;
  while (start < Math.min(line.length, next.length) && line[start] === next[start]) start++;
  let end = 0;
  while (end < Math.min(line.length, next.length) - start && line.at(-1 - end) === next.at(-1 - end)) end++;
  return line.slice(start, line.length - end);
}

const commentsOf = (text: string): readonly string[] => text.match(/(?<=^|\s)#[^\r\n]*/gm) ?? [];

function expectOtherLinesEqual(before: string, after: string, values: LayerValues): void {
  const { removed, added } = differentLines(before, after);
  expect(removed.length).toBeLessThanOrEqual(Object.keys(flat(values)).length + 1);
  // A line in which something changed loses at most values. Usually it loses nothing: something was added behind it or in its brackets.
  for (const line of removed) expect(added.some((next) => /^[\w.,:[\] "'-]*$/.test(lostPart(line, next)))).toBe(true);
  expect(commentsOf(after)).toEqual(commentsOf(before));
  if (before.includes('\r\n')) expect(after.replaceAll('\r\n', '')).not.toContain('\n');
  else expect(after).not.toContain('\r');
  expect(after.startsWith('\ufeff')).toBe(before.startsWith('\ufeff'));
}

const wanted: fc.Arbitrary<LayerValues> = fc
  .record(
    {
      'texture.quality': fc.constantFrom<SettingValue>('high', 'max', { psnr: 40 }),
      'texture.maxSize': fc.constantFrom(512, 16),
      'texture.mips': fc.constant(true),
      'mesh.lods': fc.constantFrom<readonly number[]>([0.4, 0.1], []),
      'mesh.merge': fc.constant(false),
    },
    { requiredKeys: [] },
  )
  .filter((all) => Object.keys(all).length > 0)
  .map((all) => {
    const values: Record<string, LayerValues[string]> = {};
    for (const [name, value] of Object.entries(all)) {
      const [group = '', key = ''] = name.split('.');
      if (value !== undefined) values[group] = { ...values[group], [key]: value };
    }
    return values;
  });

it('a rule changes the settings asked for and nothing else, in any configuration', () => {
  let written = 0;
  fc.assert(
    fc.property(randomConfig(PATH), wanted, fc.boolean(), (text, values, onlyPreset) => {
      const was = dataOf(text);
      const result = writeRule({ text, groups, preset: 'mobile', onlyPreset, names: [PATH], values });
      const before = settingsOf(was, PATH, 'mobile');
      if ('because' in result) {
        // Only rules of the preset come later than those of all builds.
        const [, from, name = ''] =
          /^(presets\.mobile\.rules\[\d\]), .* comes later and sets (\S+)$/.exec(result.because) ?? [];
        expect([result.because, onlyPreset, before.get(name)?.from]).toEqual([result.because, false, from ?? 'a rule']);
        return;
      }
      written++;
      const is = dataOf(result.text);
      const after = settingsOf(is, PATH, 'mobile');
      expect(plain(after)).toEqual({ ...plain(before), ...flat(values) });
      for (const name of Object.keys(flat(values))) expect(after.get(name)?.from).toBe(result.origin);
      for (const path of OTHERS)
        for (const preset of [undefined, 'mobile'] as const)
          expect(plain(settingsOf(is, path, preset))).toEqual(plain(settingsOf(was, path, preset)));
      if (onlyPreset) expect(plain(settingsOf(is, PATH))).toEqual(plain(settingsOf(was, PATH)));
      expect(withoutRules(is)).toEqual(withoutRules(was));
      expectOtherLinesEqual(text, result.text, values);
    }),
    { numRuns: RUNS },
  );
  expect(written).toBeGreaterThan(RUNS / 2);
});

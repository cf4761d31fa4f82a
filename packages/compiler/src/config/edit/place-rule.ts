// Finds where a rule goes in the text of assetc.yml: into the rule that already has its glob, or after the last rule.

import { isAlias, isMap, isScalar, isSeq, type Pair, parseDocument, type YAMLMap } from 'yaml';
import type { LayerValues } from '../config.js';
import { addBelowKey, addItem, addKey, addKeys, addLines, flowText, type TextEdit } from './yaml-text.js';

/** A rule to write. */
export interface NewRule {
  /** `presets.<preset>.rules`; undefined: `default.rules`. */
  readonly preset: string | undefined;
  readonly match: string;
  readonly values: LayerValues;
}

/** Undefined if the file is written in a way that no lines can be added to, such as an alias in place of the rules. */
export function editsForRule(text: string, rule: NewRule, mayChange: boolean): readonly TextEdit[] | undefined {
  // Offsets without the mark at the beginning are those of the parser.
  const document = parseDocument(text, { merge: true, uniqueKeys: false });
  const way = [...(rule.preset === undefined ? ['default'] : ['presets', rule.preset]), 'rules'];
  const root = document.contents;
  if (document.errors.length > 0) return undefined;
  if (root === null || (isScalar(root) && root.value === null)) return [addLines(text, text.length, nested(way, rule))];
  return isMap(root) ? descend(text, root, way, rule, mayChange) : undefined;
}

function descend(
  text: string,
  map: YAMLMap,
  [key = '', ...rest]: readonly string[],
  rule: NewRule,
  mayChange: boolean,
): readonly TextEdit[] | undefined {
  const pair = pairOf(map, key);
  if (pair === undefined)
    return [
      addKey(
        text,
        map,
        key,
        inBrackets(rest, rule),
        nested(rest, rule).map((line) => `  ${line}`),
      ),
    ];
  const { value } = pair;
  if (isEmptyNode(value)) {
    // Below a key of a flow mapping there are no lines.
    return map.flow === true
      ? undefined
      : [
          addBelowKey(
            text,
            pair,
            nested(rest, rule).map((line) => `  ${line}`),
          ),
        ];
  }
  if (rest.length > 0) return isMap(value) ? descend(text, value, rest, rule, mayChange) : undefined;
  if (!isSeq(value)) return undefined;
  const own = mayChange ? value.items.findLast((item) => isMap(item) && item.get('match') === rule.match) : undefined;
  const changed = isMap(own) ? changeRule(text, own, rule.values) : undefined;
  return changed ?? [addItem(text, value, flowText({ match: rule.match, ...rule.values }), ruleLines(rule))];
}

/** Undefined if a value cannot be replaced within its line. */
function changeRule(text: string, rule: YAMLMap, values: LayerValues): readonly TextEdit[] | undefined {
  const edits: TextEdit[] = [];
  for (const [group, settings] of Object.entries(values)) {
    const pair = pairOf(rule, group);
    if (pair === undefined) {
      edits.push(addKey(text, rule, group, flowText(settings)));
      continue;
    }
    if (!isMap(pair.value)) return undefined;
    // Several keys that go to the same place are written together.
    const added: [string, unknown][] = [];
    for (const [name, value] of Object.entries(settings)) {
      const setting = pairOf(pair.value, name);
      if (setting === undefined) added.push([name, value]);
      else {
        const edit = replaceValue(setting, flowText(value));
        if (edit === undefined) return undefined;
        edits.push(edit);
      }
    }
    edits.push(...addKeys(text, pair.value, added));
  }
  return joinInserts(edits);
}

function replaceValue({ value }: Pair, text: string): TextEdit | undefined {
  const isInLine = isScalar(value)
    ? value.type !== 'BLOCK_FOLDED' && value.type !== 'BLOCK_LITERAL'
    : (isMap(value) || isSeq(value)) && value.flow === true;
  if (isAlias(value) || !isInLine || !(isScalar(value) || isMap(value) || isSeq(value))) return undefined;
  const [from, to] = value.range ?? [0, 0];
  return value.anchor !== undefined || from === to ? undefined : { from, to, text };
}

/** Inserts at the same place, in their order. */
function joinInserts(edits: readonly TextEdit[]): readonly TextEdit[] {
  const joined = new Map<string, TextEdit>();
  for (const edit of edits) {
    const key = `${edit.from} ${edit.to}`;
    joined.set(key, { ...edit, text: `${joined.get(key)?.text ?? ''}${edit.text}` });
  }
  return [...joined.values()];
}

const pairOf = (map: YAMLMap, name: string): Pair | undefined =>
  map.items.findLast(({ key }) => isScalar(key) && key.value === name);

const isEmptyNode = (value: unknown): boolean =>
  value === null || (isScalar(value) && value.value === null && (value.source ?? '') === '');

const ruleLines = ({ match, values }: NewRule): readonly string[] => [
  `match: ${JSON.stringify(match)}`,
  ...Object.entries(values).map(([group, settings]) => `${group}: ${flowText(settings)}`),
];

/** The keys of `way`, each below the one before, and the rule. */
function nested(way: readonly string[], rule: NewRule): readonly string[] {
  const [key, ...rest] = way;
  if (key === undefined) return ruleLines(rule).map((line, i) => `${i === 0 ? '- ' : '  '}${line}`);
  return [`${flowText(key)}:`, ...nested(rest, rule).map((line) => `  ${line}`)];
}

function inBrackets(way: readonly string[], rule: NewRule): string {
  const [key, ...rest] = way;
  if (key === undefined) return `[${flowText({ match: rule.match, ...rule.values })}]`;
  return `{ ${flowText(key)}: ${inBrackets(rest, rule)} }`;
}

// Writes keys and list items into the text of a YAML file, so that all other lines stay as they are. Nothing is printed again: what
// is written goes after the last line of a mapping or list in blocks, or into the brackets of a flow collection.

import {
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';

/** Part of a text that is replaced. Equal ends: something is inserted. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A value in the style of one line: `{ lods: [0.5, 0.25] }`. */
export function flowText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flowText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return scalarText(value);
  const pairs = Object.entries(value).map(([key, inner]) => `${scalarText(key)}: ${flowText(inner)}`);
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}

/** Text without quotes only if no version of YAML reads it as something else. */
function scalarText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  const isPlain = /^[A-Za-z][\w./-]*$/.test(value) && !/^(true|false|yes|no|on|off|null|y|n)$/i.test(value);
  return isPlain ? value : JSON.stringify(value);
}

/** Appends a key to a mapping. `value`: of one line; `below`: lines under the key, each with its own additional indentation. */
export function addKey(text: string, map: YAMLMap, key: string, value: string, below?: readonly string[]): TextEdit {
  if (map.flow === true) return addToFlow(map, `${key}: ${value}`);
  const indent = ' '.repeat(columnOf(text, startOf(map.items[0])));
  return addLines(
    text,
    endOf(map),
    below === undefined
      ? [`${indent}${key}: ${value}`]
      : [`${indent}${key}:`, ...below.map((line) => `${indent}${line}`)],
  );
}

/** Appends keys with values of one line. */
export function addKeys(
  text: string,
  map: YAMLMap,
  entries: readonly (readonly [string, unknown])[],
): readonly TextEdit[] {
  if (entries.length === 0) return [];
  if (map.flow === true)
    return [addToFlow(map, entries.map(([key, value]) => `${key}: ${flowText(value)}`).join(', '))];
  return entries.map(([key, value]) => addKey(text, map, key, flowText(value)));
}

/** Appends an item to a list. `lines`: the item without its dash, if the list has blocks. */
export function addItem(text: string, list: YAMLSeq, value: string, lines: readonly string[]): TextEdit {
  if (list.flow === true) return addToFlow(list, value);
  const indent = ' '.repeat(columnOf(text, list.range?.[0] ?? 0));
  return addLines(
    text,
    endOf(list),
    lines.map((line, i) => `${indent}${i === 0 ? '- ' : '  '}${line}`),
  );
}

/** Lines under a key that has no value. */
export function addBelowKey(text: string, pair: Pair, lines: readonly string[]): TextEdit {
  const indent = ' '.repeat(columnOf(text, startOf(pair)));
  return addLines(
    text,
    endOf(pair),
    lines.map((line) => `${indent}${line}`),
  );
}

/** After the line that contains `at`. */
export function addLines(text: string, at: number, lines: readonly string[]): TextEdit {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const end = text.indexOf('\n', at);
  const whole = lines.map((line) => `${line}${newline}`).join('');
  if (end >= 0) return { from: end + 1, to: end + 1, text: whole };
  const isOpen = text !== '' && !text.endsWith('\n');
  return { from: text.length, to: text.length, text: `${isOpen ? newline : ''}${whole}` };
}

function addToFlow(collection: YAMLMap | YAMLSeq, text: string): TextEdit {
  const last = collection.items.at(-1);
  const start = collection.range?.[0] ?? 0;
  if (last === undefined) return { from: start + 1, to: start + 1, text: isMap(collection) ? ` ${text} ` : text };
  const at = endOf(last);
  return { from: at, to: at, text: `, ${text}` };
}

const startOf = (item: unknown): number => nodeOf(isPair(item) ? item.key : item)?.range?.[0] ?? 0;

/** Behind the last character of its content: no comment, no line end. */
function endOf(item: unknown): number {
  if (isPair(item)) return Math.max(endOf(item.key), endOf(item.value));
  const node = nodeOf(item);
  if (node === undefined) return 0;
  if (isCollection(node) && node.flow !== true) {
    const last = isMap(node) || isSeq(node) ? node.items.at(-1) : undefined;
    return last === undefined ? (node.range?.[0] ?? 0) : endOf(last);
  }
  const isBlock = isScalar(node) && (node.type === 'BLOCK_FOLDED' || node.type === 'BLOCK_LITERAL');
  // The text of a block contains its last line end.
  return (node.range?.[1] ?? 0) - (isBlock ? 1 : 0);
}

const nodeOf = (item: unknown): Node | undefined => (isNode(item) ? item : undefined);

const columnOf = (text: string, at: number): number => at - (text.lastIndexOf('\n', at - 1) + 1);

export const applyEdits = (text: string, edits: readonly TextEdit[]): string =>
  edits
    .toSorted((a, b) => b.from - a.from)
    .reduce((result, { from, to, text: part }) => result.slice(0, from) + part + result.slice(to), text);

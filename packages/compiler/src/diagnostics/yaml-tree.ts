// Parses YAML with positions: a plain tree whose nodes know their offset. Aliases and merge keys are resolved here, up to a limit, so that
// other code sees neither and no file can expand without end.

import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  Parser,
  visit,
} from 'yaml';
import type { Place } from './diagnostic.js';
import { findYamlExcess, MAX_YAML_BYTES } from './yaml-limits.js';

export type Tree = Scalar | Sequence | Mapping;

interface Scalar {
  readonly is: 'scalar';
  readonly at: number;
  readonly value: string | number | boolean | null | bigint;
}

interface Sequence {
  readonly is: 'list';
  readonly at: number;
  readonly items: readonly Tree[];
}

export interface Mapping {
  readonly is: 'map';
  readonly at: number;
  readonly entries: ReadonlyMap<string, { readonly keyAt: number; readonly value: Tree }>;
}

/** Far above any configuration written by hand; reached only by aliases that multiply. */
const NODE_BUDGET = 100_000;
const MAX_DEPTH = 64;
/** A file with more errors is rejected as a whole. */
const MAX_FAULTS = 50;

export interface YamlFile {
  /** Undefined if the file is empty or cannot be read as YAML at all. */
  readonly root: Tree | undefined;
  /** YAML errors; the caller gives them codes of its own area. */
  readonly faults: readonly YamlFault[];
  placeAt(offset: number): Place;
}

interface YamlFault {
  readonly is: 'unreadable' | 'too-complex' | 'syntax' | 'duplicate-key' | 'alias' | 'wrong-type';
  readonly at: number | undefined;
  readonly message: string;
  readonly hint?: string;
}

export function readYaml(bytes: Uint8Array): YamlFile {
  const lines = new LineCounter();
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const faults: YamlFault[] = [];
  const text = decode(bytes, faults);
  if (text === undefined) return { root: undefined, faults, placeAt };
  const document = parse(text, lines, faults);
  if (document === undefined || faults.length > 0) return { root: undefined, faults, placeAt };
  const root = new Expander(document, faults).expand(document.contents, 0);
  return { root, faults: faults.slice(0, MAX_FAULTS), placeAt };
}

/** Stops at the first error between documents: the parser would report every further character. */
function parse(text: string, lines: LineCounter, faults: YamlFault[]): Document | undefined {
  const excess = findYamlExcess(text);
  if (excess !== undefined) {
    if (excess.at !== undefined) countLines(text, lines);
    faults.push({ is: 'too-complex', ...excess });
    return undefined;
  }
  // The expander finds keys written twice; yaml compares each key with each, which takes minutes for a large mapping.
  const composer = new Composer({ prettyErrors: false, merge: true, logLevel: 'silent', uniqueKeys: false });
  const documents: Document[] = [];
  for (const document of composer.compose(untilError(new Parser(lines.addNewLine).parse(text)))) {
    documents.push(document);
    for (const error of document.errors.slice(0, MAX_FAULTS))
      faults.push({ is: 'syntax', at: error.pos[0], message: sentence(error.message) });
    if (documents.length > 1) break;
  }
  const second = documents[1];
  if (second !== undefined)
    faults.push({
      is: 'syntax',
      at: second.range?.[0] ?? 0,
      message: 'the file contains more than one YAML document',
      hint: 'Remove the line --- that begins the second one.',
    });
  return documents[0];
}

/** Passes the first error to the composer, which reports it, and ends the file there. */
function* untilError(tokens: Iterable<CST.Token>): Generator<CST.Token> {
  for (const token of tokens) {
    yield token;
    if (token.type === 'error') return;
  }
}

/** For a file that is never passed to the parser, which counts them otherwise. */
function countLines(text: string, lines: LineCounter): void {
  lines.addNewLine(0);
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1);
}

function decode(bytes: Uint8Array, faults: YamlFault[]): string | undefined {
  if (bytes.byteLength > MAX_YAML_BYTES) {
    const message = `the file has ${bytes.byteLength} bytes; the limit is ${MAX_YAML_BYTES}`;
    faults.push({ is: 'too-complex', at: undefined, message });
    return undefined;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    faults.push({ is: 'unreadable', at: undefined, message: 'the file is not UTF-8 text' });
    return undefined;
  }
}

const sentence = (message: string): string => {
  const first = message.split('\n')[0] ?? message;
  if (first.includes('call stack')) return 'the values are nested too deeply';
  return first.replace(/\.$/, '').replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
};

class Expander {
  readonly #document: Document;
  readonly #faults: YamlFault[];
  /** Nodes by the anchor's name, in the order of the file; created at the first alias. */
  #anchors: Map<string, Node[]> | undefined;
  /** Problems of a mapping that aliases repeat are reported once. */
  readonly #twice = new Set<number>();
  #budget = NODE_BUDGET;
  #exhausted = false;

  constructor(document: Document, faults: YamlFault[]) {
    this.#document = document;
    this.#faults = faults;
  }

  expand(node: unknown, depth: number): Tree | undefined {
    if (this.#exhausted) return undefined;
    const at = offsetOf(node);
    if (this.#budget-- <= 0 || depth > MAX_DEPTH) {
      this.#exhausted = true;
      this.#faults.push({ is: 'alias', at: at, message: 'the values are nested or repeated without end' });
      return undefined;
    }
    if (isAlias(node)) {
      const target = this.#anchored(node.source, at);
      if (target !== undefined) return this.expand(target, depth + 1);
      this.#faults.push({ is: 'alias', at: at, message: `there is no anchor &${node.source} before this alias` });
      return undefined;
    }
    if (isScalar(node)) return { is: 'scalar', at, value: scalarValue(node.value) };
    if (isSeq(node)) {
      const items = node.items.flatMap((item) => this.expand(item, depth + 1) ?? []);
      return { is: 'list', at, items };
    }
    if (isMap(node)) return { is: 'map', at, entries: this.#entries(node.items, depth) };
    return { is: 'scalar', at, value: null };
  }

  /** The last anchor of that name before the alias. yaml's own lookup walks the whole file for each alias. */
  #anchored(name: string, before: number): Node | undefined {
    if (this.#anchors === undefined) {
      const anchors = new Map<string, Node[]>();
      visit(this.#document, {
        Value(_key, node) {
          if (node.anchor === undefined) return;
          const same = anchors.get(node.anchor);
          if (same === undefined) anchors.set(node.anchor, [node]);
          else same.push(node);
        },
      });
      this.#anchors = anchors;
    }
    const same = this.#anchors.get(name) ?? [];
    let [low, high] = [0, same.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (offsetOf(same[middle]) < before) low = middle + 1;
      else high = middle;
    }
    return same[low - 1];
  }

  #duplicate(key: string, at: number): void {
    if (this.#twice.has(at)) return;
    this.#twice.add(at);
    this.#faults.push({ is: 'duplicate-key', at, message: `the key ${key} appears twice in this mapping` });
  }

  /** Keys written here win over merged ones, and of merged ones the first wins, as YAML specifies. */
  #entries(pairs: readonly { key: unknown; value: unknown }[], depth: number): Mapping['entries'] {
    const entries = new Map<string, { keyAt: number; value: Tree }>();
    const merged: Tree[] = [];
    for (const { key, value } of pairs) {
      const at = offsetOf(key);
      if (!isScalar(key)) {
        this.#faults.push({ is: 'wrong-type', at: at, message: 'a key must be plain text' });
        continue;
      }
      const tree = this.expand(value ?? { range: [at] }, depth + 1);
      if (tree === undefined) continue;
      if (key.value === '<<' || typeof key.value === 'symbol') merged.push(tree);
      else if (entries.has(String(key.value))) this.#duplicate(String(key.value), at);
      else
        entries.set(String(key.value), { keyAt: at, value: value === null ? { is: 'scalar', at, value: null } : tree });
    }
    for (const source of merged.flatMap((tree) => (tree.is === 'list' ? tree.items : [tree]))) {
      if (source.is !== 'map') {
        this.#faults.push({ is: 'wrong-type', at: source.at, message: '<< merges mappings only' });
        continue;
      }
      for (const [key, entry] of source.entries) if (!entries.has(key)) entries.set(key, entry);
    }
    return entries;
  }
}

function scalarValue(value: unknown): Scalar['value'] {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'bigint':
      return value;
    default:
      return value === null || value === undefined ? null : String(value);
  }
}

const offsetOf = (node: unknown): number => (node as Partial<Node> | null | undefined)?.range?.[0] ?? 0;

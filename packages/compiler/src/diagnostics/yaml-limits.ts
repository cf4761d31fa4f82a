// Limits of a YAML file, checked before it is parsed. The parser builds objects for every token, recurses for every level and continues
// after every error: 4 MB of brackets took 18 s and 3.5 GB. Its lexer takes linear time and no memory, and handles quotes and comments,
// so it counts what the parser would see.

import { CST, Lexer } from 'yaml';

/** Far above anything written by hand; a table of three thousand materials. */
export const MAX_YAML_BYTES = 1 << 20;
const MAX_TOKENS = 200_000;
/** Levels of lists and mappings, counted generously: text that is indented more and more counts too. */
const MAX_LEVELS = 200;

interface YamlExcess {
  readonly at: number | undefined;
  readonly message: string;
}

export function findYamlExcess(text: string): YamlExcess | undefined {
  const levels = new Levels();
  let tokens = 0;
  let at = 0;
  for (const token of new Lexer().lex(text)) {
    if (++tokens > MAX_TOKENS) return { at, message: `the file has more than ${MAX_TOKENS} tokens` };
    if (levels.pass(token) > MAX_LEVELS)
      return { at, message: `values are nested more than ${MAX_LEVELS} levels deep here` };
    // Marks that the lexer inserts between tokens are not text.
    if (token !== CST.DOCUMENT && token !== CST.FLOW_END && token !== CST.SCALAR) at += token.length;
  }
  return undefined;
}

class Levels {
  /** Brackets and braces that are open. */
  #flow = 0;
  /** Indentation of the lines that the current one is below. */
  readonly #indents: number[] = [];
  /** `- - -` and `? ? ?` on the current line, outside brackets. */
  #marks = 0;
  #lineStart = true;
  #indent = 0;

  /** How deep the file is after this token. */
  pass(token: string): number {
    switch (CST.tokenType(token)) {
      case 'newline':
        this.#lineStart = true;
        this.#indent = 0;
        this.#marks = 0;
        break;
      case 'space':
        if (this.#lineStart) this.#indent = token.length;
        break;
      case 'comment':
      case 'doc-mode':
      case 'scalar':
        break;
      default:
        if (this.#lineStart) this.#enterLine();
        this.#count(token);
    }
    return this.#flow + this.#indents.length + this.#marks;
  }

  #enterLine(): void {
    this.#lineStart = false;
    while ((this.#indents.at(-1) ?? -1) >= this.#indent) this.#indents.pop();
    this.#indents.push(this.#indent);
  }

  #count(token: string): void {
    switch (CST.tokenType(token)) {
      case 'flow-map-start':
      case 'flow-seq-start':
        this.#flow++;
        break;
      case 'flow-map-end':
      case 'flow-seq-end':
        this.#flow = Math.max(0, this.#flow - 1);
        break;
      case 'seq-item-ind':
      case 'explicit-key-ind':
      case 'map-value-ind':
        if (this.#flow === 0) this.#marks++;
        break;
      default:
    }
  }
}

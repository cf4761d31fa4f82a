// Evaluates the condition of an `#if` by the macros whose values are known. Whatever is not certain is unknown, so that nothing is taken
// for inactive that a compiler may read.

/** By name: the text of a macro; `null` if it is certainly not defined. Nothing is known about other names. */
export type KnownMacros = ReadonlyMap<string, string | null>;

const TOKEN = /\s*(?:(0[xX][0-9a-fA-F]+|\d+)|([A-Za-z_]\w*)|(&&|\|\||==|!=|<=|>=|<<|>>|[-+!~*/%<>&^|()?:]))/y;
/** Operators by precedence, the weakest first. */
const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '<=', '>', '>='],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];
const MAX_DEPTH = 16;

type Value = number | undefined;

/** Whether the condition holds; undefined if that is not certain. */
export function isTrue(condition: string, macros: KnownMacros): boolean | undefined {
  const value = evaluate(condition, macros, 0);
  return value === undefined ? undefined : value !== 0;
}

function evaluate(text: string, macros: KnownMacros, depth: number): Value {
  const tokens = tokensOf(text);
  if (tokens === undefined || depth > MAX_DEPTH) return undefined;
  const parser = new Parser(tokens, macros, depth);
  const value = parser.binary(0);
  return parser.isAtEnd ? value : undefined;
}

/** Undefined if there is anything else, such as a string. */
function tokensOf(text: string): readonly string[] | undefined {
  const tokens: string[] = [];
  const rest = text.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < rest.length) {
    const match = TOKEN.exec(rest);
    if (match === null) return undefined;
    tokens.push(match[1] ?? match[2] ?? match[3] ?? '');
  }
  return tokens;
}

class Parser {
  readonly #tokens: readonly string[];
  readonly #macros: KnownMacros;
  readonly #depth: number;
  #at = 0;
  /** Nothing is certain after a mistake. */
  #isBroken = false;

  constructor(tokens: readonly string[], macros: KnownMacros, depth: number) {
    this.#tokens = tokens;
    this.#macros = macros;
    this.#depth = depth;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length && !this.#isBroken;
  }

  #next(): string {
    return this.#tokens[this.#at++] ?? '';
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at++;
    return true;
  }

  binary(level: number): Value {
    const operators = LEVELS[level];
    if (operators === undefined) return this.#unary();
    let left = this.binary(level + 1);
    for (;;) {
      const operator = this.#tokens[this.#at] ?? '';
      if (!operators.includes(operator)) return left;
      this.#at++;
      left = apply(operator, left, this.binary(level + 1));
    }
  }

  #unary(): Value {
    const token = this.#next();
    if (token === '(') {
      const value = this.binary(0);
      if (!this.#take(')')) this.#isBroken = true;
      return value;
    }
    if (token === '!' || token === '-' || token === '+' || token === '~') {
      const value = this.#unary();
      if (value === undefined) return undefined;
      return token === '!' ? Number(value === 0) : token === '-' ? -value : token === '~' ? ~value : value;
    }
    if (/^\d/.test(token)) return /^0\d/.test(token) ? Number.parseInt(token, 8) : Number(token);
    if (token === 'defined') return this.#defined();
    if (!/^[A-Za-z_]/.test(token)) this.#isBroken = true;
    // A macro with arguments.
    if (this.#tokens[this.#at] === '(') this.#isBroken = true;
    const text = this.#macros.get(token);
    if (text === undefined) return undefined;
    return text === null ? 0 : evaluate(text, this.#macros, this.#depth + 1);
  }

  #defined(): Value {
    const hasParentheses = this.#take('(');
    const text = this.#macros.get(this.#next());
    if (hasParentheses && !this.#take(')')) this.#isBroken = true;
    return text === undefined ? undefined : Number(text !== null);
  }
}

function apply(operator: string, a: Value, b: Value): Value {
  if (operator === '&&') return a === 0 || b === 0 ? 0 : a === undefined || b === undefined ? undefined : 1;
  if (operator === '||')
    return (a !== undefined && a !== 0) || (b !== undefined && b !== 0) ? 1 : a === 0 && b === 0 ? 0 : undefined;
  if (a === undefined || b === undefined) return undefined;
  switch (operator) {
    case '==':
      return Number(a === b);
    case '!=':
      return Number(a !== b);
    case '<':
      return Number(a < b);
    case '<=':
      return Number(a <= b);
    case '>':
      return Number(a > b);
    case '>=':
      return Number(a >= b);
    case '+':
      return small(a + b);
    case '-':
      return small(a - b);
    case '*':
      return small(a * b);
    default:
      return undefined;
  }
}

/** Other results depend on the width of the compiler's integers. */
const small = (value: number): Value => (Math.abs(value) < 2 ** 31 ? value : undefined);

// What SPIR-V's instructions without memory and control flow compute. Floats are rounded to 32 bits after each operation.

/** A scalar, or a vector, matrix (of columns), array or struct of them. */
export type Value = number | boolean | readonly Value[];

const f = Math.fround;

export function numberIn(value: Value | undefined): number {
  if (typeof value !== 'number') throw new Error('no number');
  return value;
}

export function listIn(value: Value | undefined): readonly Value[] {
  if (typeof value !== 'object') throw new Error('no composite');
  return value;
}

const numbersIn = (value: Value | undefined): readonly number[] => listIn(value).map(numberIn);

/** Applies a function to scalars, and to each component of vectors and matrices. */
function each(values: readonly Value[], does: (...scalars: Value[]) => Value): Value {
  const [first, second] = values;
  if (typeof first !== 'object') return values.length === 2 ? does(first ?? 0, second ?? 0) : does(...values);
  return first.map((_, i) =>
    each(
      values.map((value) => listIn(value)[i] ?? 0),
      does,
    ),
  );
}

type Operation = (...values: Value[]) => Value;
const floats =
  (does: (a: number, b: number, c: number) => number): Operation =>
  (...values) =>
    each(values, (a, b, c) => f(does(numberIn(a), numberIn(b ?? 0), numberIn(c ?? 0))));
/** Of 32-bit integers. The caller gives the result the sign of its type. */
const integers =
  (does: (a: number, b: number) => number): Operation =>
  (...values) =>
    each(values, (a, b) => does(numberIn(a), numberIn(b ?? 0)) >>> 0);
const compared =
  (does: (a: number, b: number) => boolean): Operation =>
  (...values) =>
    each(values, (a, b) => does(numberIn(a), numberIn(b)));
const logical =
  (does: (a: boolean, b: boolean) => boolean): Operation =>
  (...values) =>
    each(values, (a, b) => does(a === true, b === true));

const add = floats((a, b) => a + b);
const multiply = floats((a, b) => a * b);
const scaled = (value: Value, scale: Value): Value => each([value], (part) => f(numberIn(part) * numberIn(scale)));
const dot = (a: Value, b: Value): number =>
  numbersIn(a).reduce((sum, value, i) => f(sum + f(value * numberIn(listIn(b)[i]))), 0);
const lengthOf = (value: Value): number => f(Math.sqrt(dot(value, value)));
const transformed = (matrix: Value, vector: Value): Value =>
  listIn(matrix)
    .map((column, i) => scaled(column, listIn(vector)[i] ?? 0))
    .reduce((sum, column) => add(sum, column));
const signed = (a: number): number => a | 0;
const unsigned = (a: number): number => a >>> 0;

/** By the number of the instruction. */
export const OPERATIONS: { readonly [op: number]: Operation } = {
  83: (a) => a,
  84: (a) => listIn(listIn(a)[0]).map((_, row) => listIn(a).map((column) => listIn(column)[row] ?? 0)),
  109: (a) => each([a], (v) => Math.trunc(numberIn(v)) >>> 0),
  110: (a) => each([a], (v) => Math.trunc(numberIn(v)) | 0),
  111: floats((a) => signed(a)),
  112: floats((a) => unsigned(a)),
  126: integers((a) => -a),
  127: floats((a) => -a),
  128: integers((a, b) => a + b),
  129: add,
  130: integers((a, b) => a - b),
  131: floats((a, b) => a - b),
  132: integers((a, b) => Math.imul(a, b)),
  133: multiply,
  134: integers((a, b) => Math.floor(unsigned(a) / unsigned(b))),
  136: floats((a, b) => a / b),
  137: integers((a, b) => unsigned(a) % unsigned(b)),
  142: scaled,
  143: scaled,
  144: (v, m) => listIn(m).map((column) => dot(v, column)),
  145: transformed,
  146: (a, b) => listIn(b).map((column) => transformed(a, column)),
  148: (a, b) => dot(a, b),
  164: logical((a, b) => a === b),
  165: logical((a, b) => a !== b),
  166: logical((a, b) => a || b),
  167: logical((a, b) => a && b),
  168: (a) => each([a], (v) => v !== true),
  169: (condition, yes, no) =>
    typeof condition === 'object'
      ? each([condition, yes, no], (c, y, n) => (c === true ? y : n))
      : condition === true
        ? yes
        : no,
  170: compared((a, b) => unsigned(a) === unsigned(b)),
  171: compared((a, b) => unsigned(a) !== unsigned(b)),
  172: compared((a, b) => unsigned(a) > unsigned(b)),
  173: compared((a, b) => signed(a) > signed(b)),
  174: compared((a, b) => unsigned(a) >= unsigned(b)),
  175: compared((a, b) => signed(a) >= signed(b)),
  176: compared((a, b) => unsigned(a) < unsigned(b)),
  177: compared((a, b) => signed(a) < signed(b)),
  178: compared((a, b) => unsigned(a) <= unsigned(b)),
  179: compared((a, b) => signed(a) <= signed(b)),
  180: compared((a, b) => a === b),
  182: compared((a, b) => a !== b),
  183: compared((a, b) => a !== b),
  184: compared((a, b) => a < b),
  186: compared((a, b) => a > b),
  188: compared((a, b) => a <= b),
  190: compared((a, b) => a >= b),
  194: integers((a, b) => unsigned(a) >>> b),
  195: integers((a, b) => signed(a) >> b),
  196: integers((a, b) => a << b),
  197: integers((a, b) => a | b),
  198: integers((a, b) => a ^ b),
  199: integers((a, b) => a & b),
  200: integers((a) => ~a),
};

/** By the number in GLSL.std.450. */
export const EXTENDED: { readonly [op: number]: Operation } = {
  4: floats(Math.abs),
  31: floats(Math.sqrt),
  37: floats((a, b) => Math.min(a, b)),
  40: floats((a, b) => Math.max(a, b)),
  43: floats((a, b, c) => Math.min(Math.max(a, b), c)),
  46: (a, b, t) =>
    add(
      multiply(
        a,
        each([t], (v) => f(1 - numberIn(v))),
      ),
      multiply(b, t),
    ),
  66: (a) => lengthOf(a),
  67: (a, b) => lengthOf(floats((x, y) => x - y)(a, b)),
  68: (a, b) => {
    const [x, y] = [numbersIn(a), numbersIn(b)];
    const part = (i: number, j: number): number => f(f((x[i] ?? 0) * (y[j] ?? 0)) - f((x[j] ?? 0) * (y[i] ?? 0)));
    return [part(1, 2), part(2, 0), part(0, 1)];
  },
  69: (a) => {
    const length = lengthOf(a);
    return each([a], (v) => f(numberIn(v) / length));
  },
  79: floats((a, b) => Math.min(a, b)),
  80: floats((a, b) => Math.max(a, b)),
  81: floats((a, b, c) => Math.min(Math.max(a, b), c)),
};

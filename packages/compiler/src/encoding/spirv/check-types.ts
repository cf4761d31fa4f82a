// The type part of the structural check: loads, stores, extracts and constructs must match their types. It exists because a shader
// compiler built vectors of the wrong length out of matrices, and drivers read past their ends.

import type { Problems } from '@assetc/formats';
import { Op, opcodeAt, type SpirvModule, wordCountAt } from '@assetc/formats/spirv';

const IN_BOUNDS_ACCESS_CHAIN = 66;

/** `definitions`: for each id the word where its instruction starts, 0 if nothing defines it. */
export function checkTypes({ words, starts }: SpirvModule, definitions: Uint32Array, problems: Problems): void {
  const types = new TypeTable(words, definitions);
  for (const start of starts) {
    const end = start + wordCountAt(words, start);
    const [, a = 0, b = 0, c = 0] = words.subarray(start, end);
    const report = (message: string): void => problems.add('bad-value', start * 4, 'type', message);
    switch (opcodeAt(words, start)) {
      case Op.Load: {
        const pointee = types.pointee(c);
        if (pointee !== undefined && pointee !== a) report(`%${b} loads a %${a} from a pointer to %${pointee}`);
        break;
      }
      case Op.Store: {
        const pointee = types.pointee(a);
        const stored = types.typeOf(b);
        if (pointee !== undefined && stored !== undefined && pointee !== stored)
          report(`a %${stored} is stored through a pointer to %${pointee}`);
        break;
      }
      case Op.AccessChain:
      case IN_BOUNDS_ACCESS_CHAIN: {
        let type = types.pointee(c);
        for (let word = start + 4; word < end && type !== undefined; word++)
          // A pointer past the end of an array is undefined at run time, but the module is still valid.
          type = types.element(type, types.isArray(type) ? 0 : types.constant(words[word] ?? 0), report);
        const result = types.pointeeOfType(a);
        if (type !== undefined && result !== undefined && type !== result)
          report(`%${b} is a pointer to %${result}, but refers to a %${type}`);
        break;
      }
      case Op.CompositeExtract: {
        let type = types.typeOf(c);
        for (let word = start + 4; word < end && type !== undefined; word++)
          type = types.element(type, words[word] ?? 0, report);
        if (type !== undefined && type !== a) report(`%${b} takes a %${type} for a %${a}`);
        break;
      }
      case Op.CompositeConstruct: {
        const parts = [...words.subarray(start + 3, end)].map((id) => types.typeOf(id));
        const needed = types.componentCount(a);
        const provided = types.providedComponents(a, parts);
        if (needed !== undefined && provided !== undefined && needed !== provided)
          report(`%${b} is built from ${provided} components instead of ${needed}`);
        break;
      }
    }
  }
}

class TypeTable {
  readonly #words: Uint32Array;
  readonly #definitions: Uint32Array;

  constructor(words: Uint32Array, definitions: Uint32Array) {
    this.#words = words;
    this.#definitions = definitions;
  }

  /** The type of a value; undefined if the id is not a value. */
  typeOf(id: number): number | undefined {
    const start = this.#definitions[id] ?? 0;
    return start === 0 ? undefined : this.#words[start + 1];
  }

  pointee(id: number): number | undefined {
    const type = this.typeOf(id);
    return type === undefined ? undefined : this.pointeeOfType(type);
  }

  pointeeOfType(type: number): number | undefined {
    const start = this.#definitions[type] ?? 0;
    return opcodeAt(this.#words, start) === Op.TypePointer && start !== 0 ? this.#words[start + 3] : undefined;
  }

  /** The value of a constant that cannot be specialized. */
  constant(id: number): number | undefined {
    const start = this.#definitions[id] ?? 0;
    return start !== 0 && opcodeAt(this.#words, start) === Op.Constant ? this.#words[start + 3] : undefined;
  }

  element(type: number, index: number | undefined, report: (message: string) => void): number | undefined {
    const start = this.#definitions[type] ?? 0;
    if (start === 0) return undefined;
    const opcode = opcodeAt(this.#words, start);
    const count = this.componentCount(type);
    if (index !== undefined && count !== undefined && index >= count) {
      report(`index ${index} is past the ${count} elements of %${type}`);
      return undefined;
    }
    if (opcode === Op.TypeStruct) return index === undefined ? undefined : this.#words[start + 2 + index];
    const isContainer = [Op.TypeVector, Op.TypeMatrix, Op.TypeArray, Op.TypeRuntimeArray].some((op) => op === opcode);
    return isContainer ? this.#words[start + 2] : undefined;
  }

  isArray(type: number): boolean {
    const start = this.#definitions[type] ?? 0;
    return start !== 0 && opcodeAt(this.#words, start) === Op.TypeArray;
  }

  componentCount(type: number): number | undefined {
    const start = this.#definitions[type] ?? 0;
    if (start === 0) return undefined;
    switch (opcodeAt(this.#words, start)) {
      case Op.TypeVector:
      case Op.TypeMatrix:
        return this.#words[start + 3];
      case Op.TypeArray:
        return this.constant(this.#words[start + 3] ?? 0);
      case Op.TypeStruct:
        return wordCountAt(this.#words, start) - 2;
      default:
        return undefined;
    }
  }

  /** How many components the parts provide: vectors may be built from shorter vectors, everything else from its elements. */
  providedComponents(type: number, parts: readonly (number | undefined)[]): number | undefined {
    if (opcodeAt(this.#words, this.#definitions[type] ?? 0) !== Op.TypeVector) return parts.length;
    let sum = 0;
    for (const part of parts) {
      if (part === undefined) return undefined;
      const isVector = opcodeAt(this.#words, this.#definitions[part] ?? 0) === Op.TypeVector;
      sum += isVector ? (this.componentCount(part) ?? 0) : 1;
    }
    return sum;
  }
}

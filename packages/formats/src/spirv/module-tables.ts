// The tables of a module that reflection uses: definitions, names, decorations, variables and workgroup sizes, gathered in one pass.

import { Op, resultShape } from './opcodes.js';
import { opcodeAt, readLiteral, type SpirvModule, wordCountAt } from './parse-spirv.js';
import { workgroupSizeConstant } from './reflect-constants.js';

export interface Variable {
  readonly id: number;
  readonly storage: number;
  /** The type that it points to. */
  readonly type: number;
}

export interface Tables {
  readonly words: Uint32Array;
  readonly definitions: Uint32Array;
  readonly names: ReadonlyMap<number, string>;
  readonly memberNames: ReadonlyMap<string, string>;
  /** `id decoration` or `id.member decoration` → its first literal. */
  readonly decorations: ReadonlyMap<string, number>;
  readonly variables: readonly Variable[];
  readonly modes: ReadonlyMap<number, readonly [number, number, number]>;
  /** Members listed so far. */
  readonly listed: { members: number };
}

const LOCAL_SIZE = 17;
const LOCAL_SIZE_ID = 38;

export function readTables({ words, starts, bound }: SpirvModule): Tables {
  const definitions = new Uint32Array(bound);
  const names = new Map<number, string>();
  const memberNames = new Map<string, string>();
  const decorations = new Map<string, number>();
  const modes = new Map<number, readonly [number, number, number]>();
  const globals: number[] = [];
  let inFunction = false;
  for (const start of starts) {
    const opcode = opcodeAt(words, start);
    const end = start + wordCountAt(words, start);
    const [, a = 0, b = 0, c = 0, d = 0, e = 0] = words.subarray(start, end);
    const shape = resultShape(opcode);
    if (shape === 'typed' && b < bound) definitions[b] = start;
    else if (shape === 'result' && a < bound) definitions[a] = start;
    if (opcode === Op.Name && end - start > 2) names.set(a, readLiteral(words, start + 2, end).text);
    else if (opcode === Op.MemberName && end - start > 3)
      memberNames.set(`${a}.${b}`, readLiteral(words, start + 3, end).text);
    else if (opcode === Op.Decorate) decorations.set(`${a} ${b}`, c);
    else if (opcode === Op.MemberDecorate) decorations.set(`${a}.${b} ${c}`, d);
    else if (opcode === Op.ExecutionMode && b === LOCAL_SIZE) modes.set(a, [c, d, e]);
    else if (opcode === Op.ExecutionModeId && b === LOCAL_SIZE_ID) modes.set(a, [-c, -d, -e]);
    else if (opcode === Op.Function) inFunction = true;
    else if (opcode === Op.Variable && !inFunction) globals.push(start);
  }
  const constant = (id: number): number => words[(definitions[-id] ?? 0) + 3] ?? 0;
  // A constant decorated as WorkgroupSize has priority over the execution mode: before SPIR-V 1.6 sizes are specialized this way.
  const size = workgroupSizeConstant(words, definitions, decorations);
  if (size !== undefined) {
    const [x = 0, y = 0, z = 0] = size;
    for (const id of modes.keys()) modes.set(id, [-x, -y, -z]);
    for (const [index, id] of size.entries()) if (!names.has(id)) names.set(id, `gl_WorkGroupSize.${'xyz'[index]}`);
  }
  for (const [id, [x, y, z]] of modes) if (x < 0) modes.set(id, [constant(x), constant(y), constant(z)]);
  const variables = globals.map((start): Variable => {
    const pointer = definitions[words[start + 1] ?? 0] ?? 0;
    return { id: words[start + 2] ?? 0, storage: words[start + 3] ?? 0, type: words[pointer + 3] ?? 0 };
  });
  return { words, definitions, names, memberNames, decorations, variables, modes, listed: { members: 0 } };
}

export const nameOf = (tables: Tables, variable: Variable): string =>
  tables.names.get(variable.id) || tables.names.get(variable.type) || '';

export const isStruct = (tables: Tables, type: number): boolean =>
  opcodeAt(tables.words, tables.definitions[type] ?? 0) === Op.TypeStruct;

export const constantValue = (tables: Tables, id: number): number =>
  tables.words[(tables.definitions[id] ?? 0) + 3] ?? 0;

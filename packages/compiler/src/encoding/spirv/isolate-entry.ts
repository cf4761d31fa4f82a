// Reduces a module with several entry points to one, called `main`. Functions that it does not reach are removed, and so are the globals,
// names and decorations that only they use. An engine then needs no name: every module has exactly one entry point.

import { Op, opcodeAt, resultShape, type SpirvEntryPoint, type SpirvModule, wordCountAt } from '@assetc/formats/spirv';
import { literalWords } from './write-words.js';

export function isolateEntry(module: SpirvModule, entry: SpirvEntryPoint, name: string): Uint32Array {
  const { words, starts } = module;
  const functions = functionRanges(module);
  const liveFunctions = reachableFunctions(module, functions, entry.functionId);
  const live = liveIds(module, functions, liveFunctions, entry);
  const out: number[] = [...words.subarray(0, 5)];

  for (const [index, start] of starts.entries()) {
    const opcode = opcodeAt(words, start);
    const end = start + wordCountAt(words, start);
    if (opcode === Op.EntryPoint) {
      if (index !== entry.instruction) continue;
      const text = literalWords(name);
      const count = 3 + text.length + entry.interfaceIds.length;
      out.push((count << 16) | opcode, entry.model, entry.functionId, ...text, ...entry.interfaceIds);
      continue;
    }
    const owner = functions.ownerOf[index] ?? 0;
    if (owner !== 0 ? !liveFunctions.has(owner) : !isLiveGlobal(words, start, opcode, live)) continue;
    for (let word = start; word < end; word++) out.push(words[word] ?? 0);
  }
  return Uint32Array.from(out);
}

function isLiveGlobal(words: Uint32Array, start: number, opcode: number, live: ReadonlySet<number>): boolean {
  switch (opcode) {
    case Op.Name:
    case Op.MemberName:
    case Op.Decorate:
    case Op.MemberDecorate:
    case Op.ExecutionMode:
    case Op.ExecutionModeId:
      return live.has(words[start + 1] ?? 0);
    case Op.ExtInstImport:
    case Op.String:
      return true;
    default: {
      const shape = resultShape(opcode);
      if (shape === 'typed') return live.has(words[start + 2] ?? 0);
      return shape !== 'result' || live.has(words[start + 1] ?? 0);
    }
  }
}

interface FunctionRanges {
  /** The function's id for each instruction, 0 outside functions. */
  readonly ownerOf: Uint32Array;
}

function functionRanges({ words, starts }: SpirvModule): FunctionRanges {
  const ownerOf = new Uint32Array(starts.length);
  let owner = 0;
  for (const [index, start] of starts.entries()) {
    const opcode = opcodeAt(words, start);
    if (opcode === Op.Function) owner = words[start + 2] ?? 0;
    ownerOf[index] = owner;
    if (opcode === Op.FunctionEnd) owner = 0;
  }
  return { ownerOf };
}

function reachableFunctions({ words, starts }: SpirvModule, { ownerOf }: FunctionRanges, from: number): Set<number> {
  const calls = new Map<number, number[]>();
  for (const [index, start] of starts.entries()) {
    if (opcodeAt(words, start) !== Op.FunctionCall) continue;
    const owner = ownerOf[index] ?? 0;
    calls.set(owner, [...(calls.get(owner) ?? []), words[start + 3] ?? 0]);
  }
  const reached = new Set([from]);
  for (const id of reached) for (const callee of calls.get(id) ?? []) reached.add(callee);
  return reached;
}

/** Which operands of a global instruction are ids, as word offsets. In other instructions, every operand may be one. */
const GLOBAL_OPERANDS: ReadonlyMap<number, readonly number[]> = new Map([
  [Op.TypeInt, []],
  [Op.TypeFloat, []],
  [Op.TypeVector, [2]],
  [Op.TypeMatrix, [2]],
  [Op.TypeImage, [2]],
  [Op.TypeSampledImage, [2]],
  [Op.TypeArray, [2, 3]],
  [Op.TypeRuntimeArray, [2]],
  [Op.TypePointer, [3]],
  [Op.Constant, [1]],
  [Op.SpecConstant, [1]],
  [Op.Variable, [1, 4]],
]);

/**
 * The ids in use. Inside functions, and in instructions not listed above, every operand counts as an id, even literals. That may keep
 * an unused global, but never drops a used one, and avoids a grammar of every instruction.
 */
function liveIds(
  { words, starts }: SpirvModule,
  { ownerOf }: FunctionRanges,
  functions: ReadonlySet<number>,
  entry: SpirvEntryPoint,
): Set<number> {
  const live = new Set<number>(entry.interfaceIds);
  const globals: number[] = [];
  for (const [index, start] of starts.entries()) {
    const owner = ownerOf[index] ?? 0;
    const end = start + wordCountAt(words, start);
    const shape = resultShape(opcodeAt(words, start));
    if (owner !== 0) {
      if (functions.has(owner)) for (let word = start + 1; word < end; word++) live.add(words[word] ?? 0);
    } else if (shape === 'typed' || shape === 'result') globals.push(start);
  }
  // Everything that a live global refers to is live. A literal taken for an id may point forward, so repeat until nothing is new.
  for (let before = -1; before !== live.size; ) {
    before = live.size;
    for (const start of globals) {
      const opcode = opcodeAt(words, start);
      const count = wordCountAt(words, start);
      if (!live.has(words[start + (resultShape(opcode) === 'typed' ? 2 : 1)] ?? 0)) continue;
      const operands = GLOBAL_OPERANDS.get(opcode) ?? Array.from({ length: count - 1 }, (_, i) => i + 1);
      for (const operand of operands) if (operand < count) live.add(words[start + operand] ?? 0);
    }
  }
  return live;
}

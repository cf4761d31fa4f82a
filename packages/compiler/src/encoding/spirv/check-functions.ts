// Checks that functions and blocks of a module are well formed, and that the ids in their instructions are defined.

import type { Problems } from '@assetc/formats';
import { Op, opcodeAt, type SpirvModule, wordCountAt } from '@assetc/formats/spirv';
import { isTerminator } from './capabilities.js';

/** Operands that must be ids, as word offsets, for instructions with a fixed layout. */
const ID_OPERANDS: ReadonlyMap<number, readonly number[]> = new Map([
  [Op.Name, [1]],
  [Op.MemberName, [1]],
  [Op.Decorate, [1]],
  [Op.MemberDecorate, [1]],
  [Op.ExecutionMode, [1]],
  [Op.TypeVector, [2]],
  [Op.TypeMatrix, [2]],
  [Op.TypeArray, [2, 3]],
  [Op.TypeRuntimeArray, [2]],
  [Op.TypePointer, [3]],
  [Op.TypeImage, [2]],
  [Op.TypeSampledImage, [2]],
  [Op.FunctionCall, [3]],
  [Op.Load, [3]],
  [Op.Store, [1, 2]],
  [Op.AccessChain, [3]],
  [Op.CompositeExtract, [3]],
  [Op.SampledImage, [3, 4]],
  [Op.Image, [3]],
  [Op.Branch, [1]],
  [Op.BranchConditional, [1, 2, 3]],
  [254, [1]],
]);

export function checkFunctions(
  { words, starts, bound }: SpirvModule,
  definitions: Uint32Array,
  possibleIds: ReadonlySet<number>,
  problems: Problems,
): void {
  const isDefined = (id: number): boolean => id < bound && (definitions[id] !== 0 || possibleIds.has(id));
  let inFunction = false;
  let inBlock = false;
  for (const start of starts) {
    const opcode = opcodeAt(words, start);
    const count = wordCountAt(words, start);
    for (const offset of ID_OPERANDS.get(opcode) ?? []) {
      const id = words[start + offset] ?? 0;
      if (offset >= count)
        problems.add('truncated', start * 4, 'instruction', `instruction ${opcode} lacks its operands`);
      else if (!isDefined(id))
        problems.add('missing', (start + offset) * 4, 'id', `id %${id} is used and nothing defines it`);
    }
    if (opcode === Op.FunctionCall && opcodeAt(words, definitions[words[start + 3] ?? 0] ?? 0) !== Op.Function)
      problems.add('bad-value', start * 4, 'call', `%${words[start + 3]} is called and is no function`);
    if (opcode === Op.Function) {
      if (inFunction) problems.add('bad-order', start * 4, 'function', 'a function inside a function');
      inFunction = true;
      inBlock = false;
    } else if (opcode === Op.FunctionEnd) {
      if (!inFunction || inBlock)
        problems.add('bad-order', start * 4, 'function', 'a function ends where none is open');
      inFunction = false;
    } else if (opcode === Op.Label) {
      if (!inFunction || inBlock) problems.add('bad-order', start * 4, 'block', 'a block begins where none can');
      inBlock = true;
    } else if (isTerminator(opcode)) {
      if (!inBlock) problems.add('bad-order', start * 4, 'block', 'a block ends where none is open');
      inBlock = false;
    }
  }
  if (inFunction) problems.add('truncated', words.length * 4, 'function', 'the last function has no end');
}

// Checks that the ids of a module are within its bound and defined once, and that types are defined before use.

import type { Problems } from '@assetc/formats';
import { opcodeAt, resultShape, type SpirvModule, wordCountAt } from '@assetc/formats/spirv';

/** Returns for each id the word where its instruction starts; 0 if nothing defines it. */
export function checkIds(
  { words, starts, bound }: SpirvModule,
  possibleIds: ReadonlySet<number>,
  problems: Problems,
): Uint32Array {
  const definitions = new Uint32Array(bound);
  for (const start of starts) {
    const opcode = opcodeAt(words, start);
    const shape = resultShape(opcode);
    if (shape === 'none' || shape === 'unknown') continue;
    const needed = shape === 'typed' ? 3 : 2;
    if (wordCountAt(words, start) < needed) {
      problems.add('truncated', start * 4, 'instruction', `instruction ${opcode} lacks its operands`);
      continue;
    }
    if (shape === 'typed') {
      const type = words[start + 1] ?? 0;
      const typeStart = type < bound ? (definitions[type] ?? 0) : 0;
      if (typeStart === 0) {
        if (!possibleIds.has(type))
          problems.add('missing', start * 4 + 4, 'type', `type %${type} is not defined before its use`);
      } else if (resultShape(opcodeAt(words, typeStart)) !== 'result')
        problems.add('bad-value', start * 4 + 4, 'type', `%${type} is used as a type and is none`);
    }
    const id = words[start + needed - 1] ?? 0;
    if (id === 0 || id >= bound)
      problems.add('bad-range', start * 4, 'id', `id %${id} is not below the bound ${bound}`);
    else if (definitions[id] !== 0) problems.add('duplicate', start * 4, 'id', `id %${id} is defined twice`);
    else definitions[id] = start;
  }
  return definitions;
}

/** Ids that unknown extension instructions may define: either type and result, or result only. */
export function idsOfUnknownInstructions({ words, starts }: SpirvModule): ReadonlySet<number> {
  const ids = new Set<number>();
  for (const start of starts) {
    if (resultShape(opcodeAt(words, start)) !== 'unknown') continue;
    for (const id of words.subarray(start + 1, start + Math.min(3, wordCountAt(words, start)))) ids.add(id);
  }
  return ids;
}

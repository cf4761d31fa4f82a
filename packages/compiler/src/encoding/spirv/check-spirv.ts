// The structural check that every module passes before it is written: sections in order, ids within the bound and defined once, types
// before use, functions and blocks well formed, entry points that exist, and the capabilities that stages and types need.
// It is no full validator (naga's runs besides, where it can); it knows every stage and extension.

import type { Problem } from '@assetc/formats';
import { Problems } from '@assetc/formats';
import {
  entryPointsOf,
  Op,
  opcodeAt,
  parseSpirv,
  resultShape,
  type SpirvModule,
  StorageClass,
  wordCountAt,
} from '@assetc/formats/spirv';
import { CAPABILITIES_OF_MODEL, CAPABILITIES_OF_WIDTH, IMPLIED_CAPABILITIES, isTerminator } from './capabilities.js';
import { checkTypes } from './check-types.js';

/** Every rule that the module breaks; none for a good one. */
export function checkSpirv(bytes: Uint8Array): readonly Problem[] {
  const problems = new Problems();
  const module = problems.attempt('module', () => parseSpirv(bytes));
  if (module !== undefined) {
    checkSections(module, problems);
    const perhaps = idsOfUnknown(module);
    const definitions = checkIds(module, perhaps, problems);
    checkFunctions(module, definitions, perhaps, problems);
    checkTypes(module, definitions, problems);
    checkEntryPoints(module, definitions, problems);
    checkCapabilities(module, problems);
  }
  return problems.list();
}

/** The specification's "Logical Layout of a Module": each instruction's section, in order. */
function sectionOf(opcode: number): number | undefined {
  switch (opcode) {
    case Op.Capability:
      return 0;
    case Op.Extension:
      return 1;
    case Op.ExtInstImport:
      return 2;
    case Op.MemoryModel:
      return 3;
    case Op.EntryPoint:
      return 4;
    case Op.ExecutionMode:
    case Op.ExecutionModeId:
      return 5;
    case Op.Source:
    case Op.String:
    case 2:
    case 4:
      return 6;
    case Op.Name:
    case Op.MemberName:
      return 7;
    case 330:
      return 8;
    case Op.Decorate:
    case Op.MemberDecorate:
    case Op.DecorationGroup:
    case 74:
    case 75:
    case 332:
    case 5632:
    case 5633:
      return 9;
    case Op.Function:
      return 11;
    default:
      return (opcode >= Op.TypeVoid && opcode <= 52) ||
        opcode === Op.TypeRayQuery ||
        opcode === Op.TypeAccelerationStructure
        ? 10
        : undefined;
  }
}

function checkSections({ words, starts }: SpirvModule, problems: Problems): void {
  let section = 0;
  let memoryModels = 0;
  for (const start of starts) {
    const opcode = opcodeAt(words, start);
    if (opcode === Op.MemoryModel) memoryModels++;
    const own = sectionOf(opcode);
    if (own === undefined) continue;
    if (own < section && own !== 11)
      problems.add('bad-order', start * 4, 'section', `instruction ${opcode} comes after its section of the module`);
    section = Math.max(section, own);
  }
  if (memoryModels !== 1) problems.add('missing', 20, 'OpMemoryModel', `${memoryModels} memory models instead of one`);
}

/** For each id the word where its instruction starts; 0 where nothing defines it. */
function checkIds(
  { words, starts, bound }: SpirvModule,
  perhaps: ReadonlySet<number>,
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
        if (!perhaps.has(type))
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

/** Ids that instructions of extensions may define whose shape nobody here knows: as type and result, or as result alone. */
function idsOfUnknown({ words, starts }: SpirvModule): ReadonlySet<number> {
  const ids = new Set<number>();
  for (const start of starts) {
    if (resultShape(opcodeAt(words, start)) !== 'unknown') continue;
    for (const id of words.subarray(start + 1, start + Math.min(3, wordCountAt(words, start)))) ids.add(id);
  }
  return ids;
}

/** Operands that must be ids, as word offsets, for the instructions whose shape is fixed. */
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

function checkFunctions(
  { words, starts, bound }: SpirvModule,
  definitions: Uint32Array,
  perhaps: ReadonlySet<number>,
  problems: Problems,
): void {
  const defined = (id: number): boolean => id < bound && (definitions[id] !== 0 || perhaps.has(id));
  let inFunction = false;
  let inBlock = false;
  for (const start of starts) {
    const opcode = opcodeAt(words, start);
    const count = wordCountAt(words, start);
    for (const offset of ID_OPERANDS.get(opcode) ?? []) {
      const id = words[start + offset] ?? 0;
      if (offset >= count)
        problems.add('truncated', start * 4, 'instruction', `instruction ${opcode} lacks its operands`);
      else if (!defined(id))
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

function checkEntryPoints(module: SpirvModule, definitions: Uint32Array, problems: Problems): void {
  const { words, bound } = module;
  const entries = problems.attempt('OpEntryPoint', () => entryPointsOf(module));
  if (entries === undefined) return;
  if (entries.length === 0) problems.add('missing', 0, 'OpEntryPoint', 'the module has no entry point');
  const names = new Set<string>();
  for (const entry of entries) {
    const at = (module.starts[entry.instruction] ?? 0) * 4;
    const key = `${entry.model} ${entry.name}`;
    if (names.has(key))
      problems.add('duplicate', at, 'OpEntryPoint', `two ${entry.stage} entry points are called ${entry.name}`);
    names.add(key);
    const target = entry.functionId < bound ? (definitions[entry.functionId] ?? 0) : 0;
    if (target === 0 || opcodeAt(words, target) !== Op.Function)
      problems.add('missing', at, 'OpEntryPoint', `entry point ${entry.name} names no function`);
    for (const id of entry.interfaceIds) {
      const variable = id < bound ? (definitions[id] ?? 0) : 0;
      const storage = words[variable + 3];
      if (variable === 0 || opcodeAt(words, variable) !== Op.Variable)
        problems.add('missing', at, 'OpEntryPoint', `%${id} of ${entry.name}'s interface is no variable`);
      else if (module.version < '1.4' && storage !== StorageClass.Input && storage !== StorageClass.Output)
        problems.add(
          'bad-value',
          at,
          'OpEntryPoint',
          `%${id} of ${entry.name}'s interface is neither input nor output`,
        );
    }
  }
}

function checkCapabilities(module: SpirvModule, problems: Problems): void {
  const { words, starts } = module;
  const declared = new Set<number>();
  const declare = (capability: number): void => {
    if (declared.has(capability)) return;
    declared.add(capability);
    for (const implied of IMPLIED_CAPABILITIES.get(capability) ?? []) declare(implied);
  };
  for (const start of starts) if (opcodeAt(words, start) === Op.Capability) declare(words[start + 1] ?? 0);
  const need = (start: number, what: string, any: readonly number[] | undefined): void => {
    if (any !== undefined && !any.some((capability) => declared.has(capability)))
      problems.add('missing', start * 4, 'OpCapability', `${what} needs capability ${any[0]}, which is not declared`);
  };
  for (const start of starts) {
    const opcode = opcodeAt(words, start);
    const [, first = 0, second = 0] = words.subarray(start);
    if (opcode === Op.EntryPoint) need(start, `stage ${first}`, CAPABILITIES_OF_MODEL.get(first));
    else if (opcode === Op.TypeInt) need(start, `int${second}`, CAPABILITIES_OF_WIDTH.get(`int${second}`));
    else if (opcode === Op.TypeFloat) need(start, `float${second}`, CAPABILITIES_OF_WIDTH.get(`float${second}`));
  }
}

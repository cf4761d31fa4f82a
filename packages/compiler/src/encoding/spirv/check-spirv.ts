// The structural check that every module must pass before it is written: sections in order, ids within the bound and defined once, types
// before use, functions and blocks well formed, entry points that exist, and the capabilities that stages and types need.
// It is not a full validator, but knows every stage and extension. naga's validator runs in addition, for the modules that it supports.

import { type Problem, Problems } from '@assetc/formats';
import { entryPointsOf, Op, opcodeAt, parseSpirv, type SpirvModule, StorageClass } from '@assetc/formats/spirv';
import { CAPABILITIES_OF_MODEL, CAPABILITIES_OF_WIDTH, IMPLIED_CAPABILITIES } from './capabilities.js';
import { checkFunctions } from './check-functions.js';
import { checkIds, idsOfUnknownInstructions } from './check-ids.js';
import { checkSections } from './check-sections.js';
import { checkTypes } from './check-types.js';

/** Every rule that the module breaks; empty for a valid module. */
export function checkSpirv(bytes: Uint8Array): readonly Problem[] {
  const problems = new Problems();
  const module = problems.attempt('module', () => parseSpirv(bytes));
  if (module !== undefined) {
    checkSections(module, problems);
    const possibleIds = idsOfUnknownInstructions(module);
    const definitions = checkIds(module, possibleIds, problems);
    checkFunctions(module, definitions, possibleIds, problems);
    checkTypes(module, definitions, problems);
    checkEntryPoints(module, definitions, problems);
    checkCapabilities(module, problems);
  }
  return problems.list();
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
  const need = (start: number, what: string, anyOf: readonly number[] | undefined): void => {
    if (anyOf !== undefined && !anyOf.some((capability) => declared.has(capability)))
      problems.add('missing', start * 4, 'OpCapability', `${what} needs capability ${anyOf[0]}, which is not declared`);
  };
  for (const start of starts) {
    const opcode = opcodeAt(words, start);
    const [, first = 0, second = 0] = words.subarray(start);
    if (opcode === Op.EntryPoint) need(start, `stage ${first}`, CAPABILITIES_OF_MODEL.get(first));
    else if (opcode === Op.TypeInt) need(start, `int${second}`, CAPABILITIES_OF_WIDTH.get(`int${second}`));
    else if (opcode === Op.TypeFloat) need(start, `float${second}`, CAPABILITIES_OF_WIDTH.get(`float${second}`));
  }
}

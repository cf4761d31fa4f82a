// Reads from a module what an engine needs to bind it: stage, inputs, outputs, bindings, push constants, workgroup size. The SPIR-V
// itself is read, so that the result is the same for every compiler.

import { BUILT_INS } from './built-ins.js';
import { capabilityName } from './capability-names.js';
import { nameOf, readTables, type Tables, type Variable } from './module-tables.js';
import { Decoration, Op, StorageClass } from './opcodes.js';
import { entryPointsOf, opcodeAt, parseSpirv, readLiteral, type SpirvModule, wordCountAt } from './parse-spirv.js';
import { bindingsOf } from './reflect-bindings.js';
import { reflectConstants } from './reflect-constants.js';
import { membersOf } from './reflect-members.js';
import type { ReflectedPushConstants, ReflectedVariable, Reflection } from './reflection.js';
import { typeName } from './type-name.js';
import { typeSize } from './type-size.js';

/**
 * One reflection for each entry point, in the order of the file. Throws FormatError for bytes that are not SPIR-V.
 *
 * @example
 * for (const { set, binding, kind } of reflectSpirv(bytes)[0]?.bindings ?? []) layout.add(set, binding, kind);
 */
export function reflectSpirv(bytes: Uint8Array): readonly Reflection[] {
  const module = parseSpirv(bytes);
  const tables = readTables(module);
  const specializationConstants = reflectConstants(module, { ...tables, typeName: (type) => typeName(tables, type) });
  const needs = needsOf(module);
  return entryPointsOf(module).map((entry) => {
    const listed = new Set(entry.interfaceIds);
    const variables = tables.variables.filter(
      ({ id, storage }) => (storage !== StorageClass.Input && storage !== StorageClass.Output) || listed.has(id),
    );
    const push = variables.find(({ storage }) => storage === StorageClass.PushConstant);
    const size = tables.modes.get(entry.functionId);
    return {
      stage: entry.stage,
      entryPoint: entry.name,
      inputs: interfaceOf(tables, variables, StorageClass.Input),
      outputs: interfaceOf(tables, variables, StorageClass.Output),
      bindings: bindingsOf(tables, variables),
      pushConstants: push === undefined ? null : pushConstantsOf(tables, push),
      specializationConstants,
      workgroupSize: size ?? null,
      ...needs,
    };
  });
}

function pushConstantsOf(tables: Tables, push: Variable): ReflectedPushConstants {
  const members = membersOf(tables, push.type, 0);
  const offset = members.reduce((least, member) => Math.min(least, member.offset), members[0]?.offset ?? 0);
  const size = Math.ceil((typeSize(tables, push.type) - offset) / 4) * 4;
  return { name: nameOf(tables, push), offset, size, members };
}

/** What a device must support to use the module, apart from its version. */
function needsOf({ words, starts }: SpirvModule): Pick<Reflection, 'capabilities' | 'extensions'> {
  const of = (opcode: number): number[] => [...starts].filter((start) => opcodeAt(words, start) === opcode);
  return {
    capabilities: of(Op.Capability).map((start) => capabilityName(words[start + 1] ?? 0)),
    extensions: of(Op.Extension).map((start) => readLiteral(words, start + 1, start + wordCountAt(words, start)).text),
  };
}

function interfaceOf(tables: Tables, variables: readonly Variable[], storage: number): ReflectedVariable[] {
  const found: ReflectedVariable[] = [];
  for (const variable of variables) {
    if (variable.storage !== storage) continue;
    const get = (decoration: number): number | undefined => tables.decorations.get(`${variable.id} ${decoration}`);
    const location = get(Decoration.Location);
    const component = get(Decoration.Component);
    const builtIn = get(Decoration.BuiltIn);
    const blockBuiltIn = tables.decorations.get(`${variable.type}.0 ${Decoration.BuiltIn}`);
    const named = builtIn ?? blockBuiltIn;
    found.push({
      name: nameOf(tables, variable),
      type: typeName(tables, variable.type),
      ...(location !== undefined && { location }),
      ...(component !== undefined && { component }),
      ...(named !== undefined && { builtIn: BUILT_INS.get(named) ?? `builtin-${named}` }),
    });
  }
  const key = (v: ReflectedVariable): number => (v.location ?? 0x10000) * 8 + (v.component ?? 0);
  return found.sort((a, b) => key(a) - key(b) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

// Reads from a module what an engine needs to bind it: stage, inputs, outputs, bindings, push constants, workgroup size. The SPIR-V
// itself is read, so that the result is the same for every compiler.

import { BUILT_INS } from './built-ins.js';
import { nameOf, readTables, type Tables, type Variable } from './module-tables.js';
import { Decoration, StorageClass } from './opcodes.js';
import { entryPointsOf, parseSpirv } from './parse-spirv.js';
import { bindingsOf } from './reflect-bindings.js';
import { reflectConstants } from './reflect-constants.js';
import { membersOf } from './reflect-members.js';
import type { ReflectedVariable, Reflection } from './reflection.js';
import { typeName } from './type-name.js';

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
      pushConstants:
        push === undefined ? null : { name: nameOf(tables, push), members: membersOf(tables, push.type, 0) },
      specializationConstants,
      workgroupSize: size ?? null,
    };
  });
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

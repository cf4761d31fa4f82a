// Reads from a module what an engine needs to bind it: stage, inputs, outputs, bindings, push constants, workgroup size. The SPIR-V
// itself is asked, not the compiler, so that every back end answers alike.

import { BUILT_INS, dimensionName } from './built-ins.js';
import { Decoration, Op, resultShape, StorageClass } from './opcodes.js';
import { entryPointsOf, opcodeAt, parseSpirv, readLiteral, type SpirvModule, wordCountAt } from './parse-spirv.js';
import { type ReflectedConstant, reflectConstants, workgroupSizeConstant } from './reflect-constants.js';

/** A member of a buffer or of the push constants, with its place in bytes. */
export interface ReflectedMember {
  readonly name: string;
  readonly type: string;
  readonly offset: number;
  /** Bytes between two columns (or rows) of a matrix, or two elements of an array. */
  readonly matrixStride?: number;
  readonly rowMajor?: boolean;
  readonly arrayStride?: number;
  readonly members?: readonly ReflectedMember[];
}

/** An input or an output of a stage. */
export interface ReflectedVariable {
  readonly name: string;
  readonly type: string;
  readonly location?: number;
  readonly component?: number;
  readonly builtIn?: string;
}

/** What is bound to a set and a number. */
export interface ReflectedBinding {
  readonly set: number;
  readonly binding: number;
  readonly name: string;
  /** `uniform-buffer`, `storage-buffer`, `sampled-image`, `storage-image`, `sampler`, `combined-image-sampler`, … */
  readonly kind: string;
  readonly type: string;
  /** Elements of a binding array; 0: unbounded. */
  readonly count: number;
  readonly readOnly?: boolean;
  /** `input_attachment_index` of a subpass input. */
  readonly attachment?: number;
  readonly members?: readonly ReflectedMember[];
}

/** What an engine needs to know of an entry point. */
export interface Reflection {
  readonly stage: string;
  readonly entryPoint: string;
  readonly inputs: readonly ReflectedVariable[];
  readonly outputs: readonly ReflectedVariable[];
  readonly bindings: readonly ReflectedBinding[];
  readonly pushConstants: { readonly name: string; readonly members: readonly ReflectedMember[] } | null;
  readonly specializationConstants: readonly ReflectedConstant[];
  /** Before specialization. */
  readonly workgroupSize: readonly [number, number, number] | null;
}

/**
 * One reflection for each entry point, in the order of the file. Bytes that are no SPIR-V throw FormatError.
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

interface Variable {
  readonly id: number;
  readonly storage: number;
  /** What it points to. */
  readonly type: number;
}

interface Tables {
  readonly words: Uint32Array;
  readonly definitions: Uint32Array;
  readonly names: ReadonlyMap<number, string>;
  readonly memberNames: ReadonlyMap<string, string>;
  /** `id decoration` or `id.member decoration` → its first literal. */
  readonly decorations: ReadonlyMap<string, number>;
  readonly variables: readonly Variable[];
  readonly modes: ReadonlyMap<number, readonly [number, number, number]>;
}

const LOCAL_SIZE = 17;
const LOCAL_SIZE_ID = 38;

function readTables({ words, starts, bound }: SpirvModule): Tables {
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
  // A constant that is called WorkgroupSize wins over the mode: that is how sizes are specialized before SPIR-V 1.6.
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
  return { words, definitions, names, memberNames, decorations, variables, modes };
}

const nameOf = (tables: Tables, variable: Variable): string =>
  tables.names.get(variable.id) || tables.names.get(variable.type) || '';

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

function bindingsOf(tables: Tables, variables: readonly Variable[]): ReflectedBinding[] {
  const found: ReflectedBinding[] = [];
  for (const variable of variables) {
    const binding = tables.decorations.get(`${variable.id} ${Decoration.Binding}`);
    if (binding === undefined) continue;
    let type = variable.type;
    let count = 1;
    for (let depth = 0; depth < 8; depth++) {
      const start = tables.definitions[type] ?? 0;
      const opcode = opcodeAt(tables.words, start);
      if (opcode === Op.TypeRuntimeArray) count = 0;
      else if (opcode === Op.TypeArray) count *= constantValue(tables, tables.words[start + 3] ?? 0);
      else break;
      type = tables.words[start + 2] ?? 0;
    }
    const kind = bindingKind(tables, type, variable.storage);
    const members = kind.endsWith('-buffer') && isStruct(tables, type) ? membersOf(tables, type, 0) : undefined;
    const attachment = tables.decorations.get(`${variable.id} ${Decoration.InputAttachmentIndex}`);
    const readOnly =
      tables.decorations.has(`${variable.id} ${Decoration.NonWritable}`) ||
      tables.decorations.has(`${type}.0 ${Decoration.NonWritable}`);
    found.push({
      set: tables.decorations.get(`${variable.id} ${Decoration.DescriptorSet}`) ?? 0,
      binding,
      name: nameOf(tables, variable),
      kind,
      type: typeName(tables, type),
      count,
      ...(kind.startsWith('storage') && { readOnly }),
      ...(attachment !== undefined && { attachment }),
      ...(members !== undefined && { members }),
    });
  }
  return found.sort((a, b) => a.set - b.set || a.binding - b.binding || (a.name < b.name ? -1 : 1));
}

function bindingKind(tables: Tables, type: number, storage: number): string {
  const start = tables.definitions[type] ?? 0;
  const image = (at: number): string => {
    const dimension = tables.words[at + 3];
    const sampled = tables.words[at + 7];
    if (dimension === 6) return 'input-attachment';
    if (dimension === 5) return sampled === 2 ? 'storage-texel-buffer' : 'uniform-texel-buffer';
    return sampled === 2 ? 'storage-image' : 'sampled-image';
  };
  switch (opcodeAt(tables.words, start)) {
    case Op.TypeSampler:
      return 'sampler';
    case Op.TypeImage:
      return image(start);
    case Op.TypeSampledImage:
      return 'combined-image-sampler';
    case Op.TypeAccelerationStructure:
      return 'acceleration-structure';
    default:
      return storage === StorageClass.StorageBuffer || tables.decorations.has(`${type} ${Decoration.BufferBlock}`)
        ? 'storage-buffer'
        : 'uniform-buffer';
  }
}

const isStruct = (tables: Tables, type: number): boolean =>
  opcodeAt(tables.words, tables.definitions[type] ?? 0) === Op.TypeStruct;

const constantValue = (tables: Tables, id: number): number => tables.words[(tables.definitions[id] ?? 0) + 3] ?? 0;

/** Nested structs are listed within their member; eight levels are enough for any shader and end a malformed cycle. */
function membersOf(tables: Tables, type: number, depth: number): ReflectedMember[] {
  const start = tables.definitions[type] ?? 0;
  if (!isStruct(tables, type) || depth > 8) return [];
  const types = tables.words.subarray(start + 2, start + wordCountAt(tables.words, start));
  return [...types].map((memberType, index): ReflectedMember => {
    const get = (decoration: number): number | undefined => tables.decorations.get(`${type}.${index} ${decoration}`);
    const matrixStride = get(Decoration.MatrixStride);
    const arrayStride = tables.decorations.get(`${memberType} ${Decoration.ArrayStride}`);
    const elementStart = tables.definitions[memberType] ?? 0;
    const isArray = [Op.TypeArray, Op.TypeRuntimeArray].some((op) => op === opcodeAt(tables.words, elementStart));
    const inner = isArray ? (tables.words[elementStart + 2] ?? 0) : memberType;
    return {
      name: tables.memberNames.get(`${type}.${index}`) ?? `member${index}`,
      type: typeName(tables, memberType),
      offset: get(Decoration.Offset) ?? 0,
      ...(matrixStride !== undefined && { matrixStride, rowMajor: get(Decoration.RowMajor) !== undefined }),
      ...(arrayStride !== undefined && { arrayStride }),
      ...(isStruct(tables, inner) && { members: membersOf(tables, inner, depth + 1) }),
    };
  });
}

function typeName(tables: Tables, type: number, depth = 0): string {
  const start = tables.definitions[type] ?? 0;
  const [, , a = 0, b = 0] = tables.words.subarray(start);
  if (depth > 8) return '…';
  const of = (inner: number): string => typeName(tables, inner, depth + 1);
  switch (opcodeAt(tables.words, start)) {
    case Op.TypeVoid:
      return 'void';
    case Op.TypeBool:
      return 'bool';
    case Op.TypeInt:
      return `${b === 1 ? 'int' : 'uint'}${a === 32 ? '' : a}`;
    case Op.TypeFloat:
      return a === 32 ? 'float' : a === 16 ? 'half' : 'double';
    case Op.TypeVector:
      return `${of(a)}${b}`;
    case Op.TypeMatrix:
      return `mat${b}x${of(a)}`;
    case Op.TypeArray:
      return `${of(a)}[${constantValue(tables, b)}]`;
    case Op.TypeRuntimeArray:
      return `${of(a)}[]`;
    case Op.TypeStruct:
      return tables.names.get(type) ?? 'struct';
    case Op.TypePointer:
      return `${of(b)}*`;
    case Op.TypeImage:
      return `image${dimensionName(b)}<${of(a)}>`;
    case Op.TypeSampledImage:
      return `sampled ${of(a)}`;
    case Op.TypeSampler:
      return 'sampler';
    case Op.TypeAccelerationStructure:
      return 'accelerationStructure';
    default:
      return 'unknown';
  }
}

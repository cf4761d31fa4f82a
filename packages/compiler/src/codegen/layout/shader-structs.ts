// The structs of all shaders, each once. A struct keeps the name that the shader gives it while all structs with that name are equal.
// Otherwise the name of its shader, then of its module goes in front.

import {
  type BlockStruct,
  layOutBlock,
  membersKey,
  paddedSizes,
  type StructField,
  uniformSize,
  unwrapped,
} from '@assetc/formats/spirv';
import { type CodeShader, compareText } from '../code-model.js';
import { distinctNames, typeName } from '../identifiers.js';

/** A buffer or the push constants of a module. */
export interface ShaderBlock {
  readonly struct: BlockStruct;
  /** The name of its struct in generated code. Undefined if it only is an array. */
  readonly typeName: string | undefined;
  /** The names of the structs in it. */
  readonly nameOf: (struct: BlockStruct) => string;
}

/** One module with its blocks. */
export interface ShaderBlocks {
  readonly shader: CodeShader;
  /** By index in `module.bindings`: buffers whose struct has a layout. */
  readonly bindings: ReadonlyMap<number, ShaderBlock>;
  readonly pushConstants: ShaderBlock | undefined;
}

export interface NamedStruct extends ShaderBlock {
  readonly typeName: string;
  /** The modules that use it, sorted. */
  readonly usedBy: readonly string[];
}

interface ShaderStructs {
  /** Structs come after those that they contain. */
  readonly structs: readonly NamedStruct[];
  readonly modules: readonly ShaderBlocks[];
}

interface Occurrence {
  readonly struct: BlockStruct;
  readonly signature: string;
  readonly module: string;
  /** Without a name of its own in the shader. */
  readonly isPush: boolean;
}

/** Types that generated code has anyway, in some language. */
const RESERVED: ReadonlySet<string> = new Set(['Asset', 'Binding', 'Kind', 'PutBytes', 'Self', 'VertexInput']);

const signatureOf = (struct: BlockStruct): string => JSON.stringify(struct);

export function collectStructs(shaders: readonly CodeShader[]): ShaderStructs {
  const padded = paddedSizes(shaders.map(({ module }) => module));
  const occurrences: Occurrence[] = [];
  const add = (struct: BlockStruct, module: string, isPush: boolean): BlockStruct | undefined => {
    const own = isBareArray(struct) ? [] : [struct];
    for (const one of [...nestedStructs(struct), ...own])
      occurrences.push({ struct: one, signature: signatureOf(one), module, isPush: isPush && one === struct });
    return struct.fields.length > 0 || struct.openArray !== undefined ? struct : undefined;
  };
  const laidOut = shaders.map((shader) => {
    const { bindings, pushConstants: push } = shader.module;
    const found = bindings.map(({ kind, type, members }) => {
      if (members === undefined) return undefined;
      const block = unwrapped(type, members);
      const sizes = [
        padded.get(membersKey(block.members)) ?? 0,
        kind === 'uniform-buffer' ? uniformSize(block, padded) : 0,
      ];
      const strideBytes = Math.max(...sizes) || undefined;
      return add(layOutBlock(block.type, block.members, { strideBytes, padded }), shader.name, false);
    });
    const pushed = push && add(layOutBlock('', push.members, { start: push.offset, padded }), shader.name, true);
    return { shader, found, push: pushed ?? undefined };
  });
  const names = nameStructs(occurrences);
  const block = (struct: BlockStruct, module: string): ShaderBlock => ({
    struct,
    typeName: isBareArray(struct) ? undefined : names(struct, module),
    nameOf: (inner) => names(inner, module),
  });
  const modules = laidOut.map(({ shader, found, push }) => ({
    shader,
    bindings: new Map(found.flatMap((struct, i) => (struct === undefined ? [] : [[i, block(struct, shader.name)]]))),
    pushConstants: push && block(push, shader.name),
  }));
  return { structs: inOrder(occurrences, names), modules };
}

/** A buffer that only is an array, as StructuredBuffer of Slang: engines need its stride and its element. */
const isBareArray = ({ fields, openArray }: BlockStruct): boolean => fields.length === 0 && openArray !== undefined;

function* nestedStructs({ fields, openArray }: BlockStruct): Generator<BlockStruct> {
  const elements: StructField['element'][] = fields.map(({ element }) => element);
  if (openArray !== undefined) elements.push(openArray.element);
  for (const element of elements) {
    if (!('struct' in element)) continue;
    yield* nestedStructs(element.struct);
    yield element.struct;
  }
}

type NameOf = (struct: BlockStruct, module: string) => string;

/** `sky/fragment` → `sky`: the modules of one shader share a folder. */
const folderOf = (module: string): string => module.slice(0, Math.max(module.lastIndexOf('/'), 0)) || module;

function nameStructs(occurrences: readonly Occurrence[]): NameOf {
  const levels = ({ struct, module, isPush }: Occurrence): readonly string[] => {
    const name = isPush ? 'PushConstants' : typeName(struct.name);
    const qualified = [`${typeName(folderOf(module))}${name}`, `${typeName(module)}${name}`];
    const last = `${qualified[1]}${struct.sizeBytes}Bytes`;
    return isPush ? [...qualified, last] : [name, ...qualified, last];
  };
  const uses = new Map<string, Set<string>>();
  for (const one of occurrences)
    for (const name of levels(one)) uses.set(name, (uses.get(name) ?? new Set()).add(one.signature));
  const wanted = new Map<string, string>();
  for (const one of occurrences) {
    const all = levels(one);
    wanted.set(
      keyOf(one),
      all.find((name) => uses.get(name)?.size === 1 && !RESERVED.has(name)) ?? all[all.length - 1] ?? '',
    );
  }
  // Equal structs of several modules have one name, and different ones never.
  const bySignature = distinctNames(
    new Map(occurrences.map((one) => [`${wanted.get(keyOf(one))} ${one.signature}`, wanted.get(keyOf(one)) ?? ''])),
  );
  return (struct, module) => {
    const signature = signatureOf(struct);
    const name = wanted.get(`${module} ${signature}`) ?? '';
    return bySignature.get(`${name} ${signature}`) ?? name;
  };
}

const keyOf = ({ module, signature }: Occurrence): string => `${module} ${signature}`;

function inOrder(occurrences: readonly Occurrence[], names: NameOf): readonly NamedStruct[] {
  const found = new Map<string, { struct: BlockStruct; module: string; usedBy: Set<string> }>();
  for (const { struct, module } of occurrences) {
    const name = names(struct, module);
    const known = found.get(name) ?? { struct, module, usedBy: new Set<string>() };
    known.usedBy.add(module);
    found.set(name, known);
  }
  const ordered = new Map<string, NamedStruct>();
  const visit = (name: string): void => {
    const one = found.get(name);
    if (one === undefined || ordered.has(name)) return;
    const { struct, module, usedBy } = one;
    const nameOf = (inner: BlockStruct) => names(inner, module);
    for (const inner of nestedStructs(struct)) visit(nameOf(inner));
    ordered.set(name, { struct, typeName: name, nameOf, usedBy: [...usedBy].sort(compareText) });
  };
  for (const name of [...found.keys()].sort(compareText)) visit(name);
  return [...ordered.values()];
}

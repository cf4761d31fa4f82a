// Reads the layouts of buffers from SPIR-V words, without any code of the product: types, decorations and names, as the specification
// numbers them. The oracle of generated structs.

export interface BlockPlace {
  /** `frame.lights[1].power` without `frame.`. Indices of arrays are 0 and 1. */
  readonly path: string;
  readonly offset: number;
}

export interface SpirvBlock {
  readonly set: number | undefined;
  readonly binding: number | undefined;
  readonly isPush: boolean;
  readonly places: readonly BlockPlace[];
}

const OP = {
  name: 5,
  memberName: 6,
  variable: 59,
  decorate: 71,
  memberDecorate: 72,
  constant: 43,
  pointer: 32,
} as const;
const TYPE = { int: 21, float: 22, vector: 23, matrix: 24, array: 28, runtimeArray: 29, struct: 30 } as const;
const DECORATION = { rowMajor: 4, arrayStride: 6, matrixStride: 7, binding: 33, set: 34, offset: 35 } as const;

interface Module {
  readonly types: Map<number, readonly number[]>;
  readonly memberNames: Map<string, string>;
  readonly decorations: Map<string, number>;
  readonly constants: Map<number, number>;
  readonly variables: (readonly [id: number, type: number, storage: number])[];
}

function readModule(bytes: Uint8Array): Module {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (i: number): number => view.getUint32(i * 4, true);
  const module: Module = {
    types: new Map(),
    memberNames: new Map(),
    decorations: new Map(),
    constants: new Map(),
    variables: [],
  };
  for (let at = 5; at < bytes.length / 4; ) {
    const [op, count] = [word(at) & 0xffff, word(at) >>> 16];
    const a = Array.from({ length: count - 1 }, (_, i) => word(at + 1 + i));
    if (op === OP.memberName) {
      const raw = bytes.subarray((at + 3) * 4, (at + count) * 4);
      module.memberNames.set(`${a[0]} ${a[1]}`, new TextDecoder().decode(raw.subarray(0, raw.indexOf(0))));
    } else if (op === OP.decorate) module.decorations.set(`${a[0]} ${a[1]}`, a[2] ?? 1);
    else if (op === OP.memberDecorate) module.decorations.set(`${a[0]}.${a[1]} ${a[2]}`, a[3] ?? 1);
    else if (op === OP.constant) module.constants.set(a[1] ?? 0, a[2] ?? 0);
    else if (op === OP.variable) module.variables.push([a[1] ?? 0, a[0] ?? 0, a[2] ?? 0]);
    else if (op >= 19 && op < 39) module.types.set(a[0] ?? 0, [op, ...a.slice(1)]);
    at += count;
  }
  return module;
}

/** Buffers and push constants with the place of every number in them. */
export function blocksOf(bytes: Uint8Array): readonly SpirvBlock[] {
  const module = readModule(bytes);
  return module.variables.flatMap(([id, pointer, storage]) => {
    if (![2, 9, 12].includes(storage)) return [];
    let type = module.types.get(pointer)?.[2] ?? 0;
    while ([TYPE.array, TYPE.runtimeArray].includes(module.types.get(type)?.[0] as 28))
      type = module.types.get(type)?.[1] ?? 0;
    if (module.types.get(type)?.[0] !== TYPE.struct) return [];
    const get = (decoration: number) => module.decorations.get(`${id} ${decoration}`);
    const places = [...placesIn(module, type, '', 0, undefined)];
    return [{ set: get(DECORATION.set), binding: get(DECORATION.binding), isPush: storage === 9, places }];
  });
}

interface Matrix {
  readonly stride: number;
  readonly rowMajor: boolean;
}

/** Structs of Slang that hold only an array or a matrix are no members of the source. */
const isWrapper = (module: Module, type: number): boolean => {
  const [op, only, other] = module.types.get(type) ?? [];
  return (
    op === TYPE.struct && only !== undefined && other === undefined && module.memberNames.get(`${type} 0`) === 'data'
  );
};

function* placesIn(
  module: Module,
  type: number,
  path: string,
  offset: number,
  matrix: Matrix | undefined,
): Generator<BlockPlace> {
  const [op, ...operands] = module.types.get(type) ?? [];
  const [first = 0, second = 0] = operands;
  if (op === TYPE.struct) {
    if (isWrapper(module, type)) return yield* placesIn(module, first, path, offset, matrix);
    for (const [i, member] of operands.entries()) {
      const get = (decoration: number) => module.decorations.get(`${type}.${i} ${decoration}`);
      const stride = get(DECORATION.matrixStride);
      const inner = stride === undefined ? undefined : { stride, rowMajor: get(DECORATION.rowMajor) !== undefined };
      const name = module.memberNames.get(`${type} ${i}`) ?? `member${i}`;
      yield* placesIn(module, member, `${path}.${name}`, offset + (get(DECORATION.offset) ?? 0), inner);
    }
  } else if (op === TYPE.array || op === TYPE.runtimeArray) {
    const stride = module.decorations.get(`${type} ${DECORATION.arrayStride}`) ?? 0;
    const count = op === TYPE.array ? (module.constants.get(second) ?? 1) : 2;
    for (let i = 0; i < Math.min(count, 2); i++)
      yield* placesIn(module, first, `${path}[${i}]`, offset + i * stride, matrix);
  } else if (op === TYPE.matrix && matrix !== undefined) {
    const rows = module.types.get(first)?.[2] ?? 0;
    const bytes = (module.types.get(module.types.get(first)?.[1] ?? 0)?.[1] ?? 32) / 8;
    for (const column of [0, 1])
      for (const row of [0, Math.min(rows - 1, 1)]) {
        const [vector, index] = matrix.rowMajor ? [row, column] : [column, row];
        yield { path: `${path}[${vector}][${index}]`, offset: offset + vector * matrix.stride + index * bytes };
      }
  } else if (op === TYPE.vector) {
    const bytes = (module.types.get(first)?.[1] ?? 32) / 8;
    for (const i of [0, 1]) yield { path: `${path}[${i}]`, offset: offset + i * bytes };
  } else yield { path, offset };
}

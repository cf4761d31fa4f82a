// Models of assets with names that languages reserve, that differ only in what identifiers cannot contain, or that would end a comment or
// a string. The same number gives the same model.

import { hashRef } from '@assetc/formats';
import { type CodeModel, type CodeSource, uniteSources } from '../../packages/compiler/src/codegen/code-model.js';
import type { CodeNames, ShaderInterface, ShaderMember } from '../../packages/compiler/src/model/kind/code-names.js';

const WORDS: readonly string[] = [
  ...['__proto__', 'constructor', 'class', 'self', 'super', 'crate', 'Self', 'type', 'gen', 'async', 'union', 'near'],
  ...[
    'NULL',
    'errno',
    'linux',
    'bool',
    'true',
    'u32',
    'String',
    'Option',
    'None',
    'core',
    'std',
    'match',
    'enum',
    'is',
  ],
  ...['Asset', 'Kind', 'Binding', 'VertexInput', 'PutBytes', 'PushConstants', 'Block', 'ASSETS', 'assets', 'shaders'],
  ...[
    'blocks',
    'clips',
    'index',
    'count',
    'size',
    'SIZE',
    'ZEROED',
    'put',
    'to_bytes',
    'stage',
    'pad0',
    'pad1',
    'data',
  ],
  ...['for_each', 'static_assert', 'kind_mesh', 'path_mesh_a', 'run', 'RUN', 'Run', 'Run#1', 'run 1', 'Frame', 'frame'],
  ...['1', '2d', 'a-b', 'a_b', 'a b', 'A_B', 'aB', '_', '__', 'x.y', 'Ä', 'A\u0308', '😀', 'float3', '', '*/', '\\'],
  ...['??/', '\n', '\u2028', '"', "'", '$' + '{x}', '`', '//'],
];
const IDENTIFIERS = WORDS.filter((word) => /^[A-Za-z_]\w*$/.test(word));
const FOLDERS = WORDS.filter((word) => word !== '' && !/[\n\\/]/.test(word));
const ENDINGS = {
  texture: '.ktx2',
  mesh: '.hmesh',
  material: '.hmat',
  lut: '.ktx2',
  shader: '.spv',
  embed: '.txt',
  animation: '.hanim',
  font: '.hfont',
} as const;
const KINDS = ['texture', 'mesh', 'material', 'lut', 'shader', 'embed', 'animation', 'font'] as const;
const BYTES = { float: 4, int: 4, uint: 4, half: 2, double: 8, uint16: 2, int8: 1, uint64: 8, 'float*': 8 } as const;
const SCALARS = ['float', 'int', 'uint', 'half', 'double', 'uint16', 'int8', 'uint64', 'float*'] as const;

class Choices {
  #state: number;
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }
  below(count: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * count);
  }
  of<T>(values: readonly [T, ...T[]] | readonly T[]): T {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new Error('nothing to choose from');
    return value;
  }
  list<T>(max: number, make: (i: number) => T): T[] {
    return Array.from({ length: this.below(max + 1) }, (_, i) => make(i));
  }
}

const ceilTo = (value: number, step: number): number => Math.ceil(value / step) * step;

interface Members {
  readonly members: readonly ShaderMember[];
  readonly size: number;
}

/** Members at rising offsets, with strides and gaps of several rules of layout. */
function makeMembers(choices: Choices, depth: number): Members {
  const members: ShaderMember[] = [];
  let end = 0;
  const add = (align: number, size: number, member: Omit<ShaderMember, 'name' | 'offset'>): void => {
    const name = choices.of(IDENTIFIERS);
    if (members.some((other) => other.name === name)) return;
    const offset = ceilTo(end, align);
    members.push({ name, offset, ...member });
    end = offset + size;
  };
  for (let left = 1 + choices.below(5); left > 0; left--) {
    const scalar = choices.of(SCALARS);
    const bytes = BYTES[scalar];
    const how = choices.below(5);
    if (how === 0 && depth > 0) {
      const inner = makeMembers(choices, depth - 1);
      const [stride, count] = [ceilTo(inner.size, 16), 1 + choices.below(3)];
      const type = choices.of(IDENTIFIERS);
      if (choices.below(2) === 0) add(16, inner.size, { type, members: inner.members });
      else add(16, stride * count, { type: `${type}[${count}]`, arrayStride: stride, members: inner.members });
    } else if (how === 1 && scalar !== 'float*') {
      const [rows, columns, rowMajor] = [2 + choices.below(3), 2 + choices.below(3), choices.below(2) === 0];
      const matrixStride = ceilTo(4 * bytes, 16);
      const size = matrixStride * (rowMajor ? rows : columns);
      add(16, size, { type: `${scalar}${rows}x${columns}`, matrixStride, rowMajor });
    } else if (how === 2) {
      const [stride, count] = [Math.max(bytes, choices.of([bytes, 16])), 1 + choices.below(4)];
      // The padding of the last element may contain the next member.
      const size = choices.below(4) > 0 ? stride * count : stride * (count - 1) + bytes;
      add(16, size, { type: `${scalar}[${count}]`, arrayStride: stride });
    } else {
      const count = scalar === 'float*' ? 1 : 1 + choices.below(4);
      add(bytes, bytes * count, { type: count === 1 ? scalar : `${scalar}${count}` });
    }
  }
  return { members, size: Math.max(end, 1) };
}

function makeShader(choices: Choices): ShaderInterface {
  const push = choices.below(2) === 0 ? makeMembers(choices, 1) : undefined;
  const prefix = () => (choices.below(2) === 0 ? `${choices.of(IDENTIFIERS)}.` : '');
  return {
    stage: choices.of(['vertex', 'fragment', 'compute', 'mesh', 'miss']),
    inputs: choices.list(4, (i) => ({
      name: prefix() + choices.of(IDENTIFIERS),
      type: choices.of(['float', 'float3', 'int2', 'double4', 'float3x3']),
      location: i * 3,
    })),
    bindings: choices.list(5, (binding) => {
      const kind = choices.of(['uniform-buffer', 'storage-buffer', 'sampled-image', 'sampler']);
      const isBuffer = kind.endsWith('buffer');
      const type = isBuffer ? choices.of(IDENTIFIERS) : 'image2D<float>';
      const own = { set: 0, binding, name: choices.of(IDENTIFIERS), kind, type, count: choices.below(3) };
      return isBuffer ? { ...own, members: makeMembers(choices, 2).members } : own;
    }),
    pushConstants: push === undefined ? null : { name: 'push', offset: 0, ...push },
    specializationConstants: choices.list(3, (id) => ({ name: choices.of(WORDS), id, type: 'int' })),
    workgroupSize: choices.below(2) === 0 ? [1, 2, 3] : null,
  };
}

const LISTS = ['clip', 'joint', 'morph-target', 'class', 'count', '1st', 'as set'] as const;

export function randomModel(seed: number, assetCount: number): CodeModel {
  const choices = new Choices(seed);
  const paths = new Map<string, (typeof KINDS)[number]>();
  while (paths.size < assetCount) {
    const kind = choices.of(KINDS);
    const folders = Array.from({ length: 1 + choices.below(3) }, () => choices.of(FOLDERS));
    paths.set(`${folders.join('/')}${choices.below(6) === 0 ? '' : ENDINGS[kind]}`, kind);
  }
  const names = new Map<string, CodeNames>();
  for (const [path, kind] of paths)
    if (kind === 'shader') names.set(path, { shader: makeShader(choices) });
    else if (kind === 'mesh' || kind === 'animation') {
      const lists = new Set([choices.of(LISTS), choices.of(LISTS)]);
      names.set(path, {
        lists: [...lists].map((of) => ({ of, names: choices.list(6, () => choices.of(WORDS)) })),
      });
    }
  const assets = [...paths].map(([path, kind]) => ({ path, kind, hash: hashRef(`${kind} ${path}`) }));
  const source: CodeSource = { preset: null, assets, names };
  return uniteSources([source]).model;
}

import { expect, it } from 'vitest';
import { GltfBuilder } from '../../../testing/gltf-builder.js';
import { failureOf, openGltf } from '../testing/open-gltf.js';
import { type PrimitiveOptions, readPrimitive } from './primitive.js';

const PLACE = '/meshes/0/primitives/0';
/** A square in the plane z = 0, seen from above. */
const square = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0);
const flat = (n: number): Float32Array => Float32Array.from({ length: n * 3 }, (_, i) => (i % 3 === 2 ? 1 : 0));

type Attributes = { [name: string]: number };

async function read(
  make: (builder: GltfBuilder, attributes: Attributes) => object | undefined = () => undefined,
  options: Partial<PrimitiveOptions> = {},
) {
  const builder = new GltfBuilder();
  const attributes: Attributes = { POSITION: builder.accessor(square, 'VEC3') };
  const more = make(builder, attributes);
  builder.mesh({ attributes, ...more });
  const opened = openGltf(builder);
  const primitive = await readPrimitive(opened.file, opened.accessors, opened.at(PLACE), {
    bindings: new Map(),
    moreUvs: 0,
    moreColors: 0,
    morphs: false,
    lines: false,
    hasRestarts: false,
    ...options,
  });
  return { ...opened, primitive };
}

const indexed = (indices: readonly number[], mode: number, options: Partial<PrimitiveOptions> = {}) =>
  read((b) => ({ indices: b.accessor(Uint16Array.from(indices), 'SCALAR'), mode }), options);

it('lists the triangles of lists, strips and fans', async () => {
  expect((await indexed([2, 1, 0], 4)).primitive?.indices).toEqual(Uint32Array.of(2, 1, 0));
  expect((await indexed([0, 1, 2, 3], 5)).primitive?.indices).toEqual(Uint32Array.of(0, 1, 2, 1, 3, 2));
  expect((await indexed([0, 1, 3, 2], 6)).primitive?.indices).toEqual(Uint32Array.of(1, 3, 0, 3, 2, 0));
});

it('skips an incomplete last triangle, with a warning', async () => {
  const { primitive, context } = await read();
  expect([...(primitive?.indices ?? [])]).toEqual([0, 1, 2]);
  expect(context.warnings).toMatchObject([
    {
      code: 'gltf/partial-triangles',
      where: { pointer: PLACE },
      message: '4 indices are not whole triangles; the last 1 is left out',
    },
  ]);
});

it.each([0, 1, 2, 3])('skips points and lines with a warning (mode %i)', async (mode) => {
  const { primitive, context } = await read(() => ({ mode }));
  expect(primitive).toBeUndefined();
  expect(context.warnings).toMatchObject([
    {
      code: 'gltf/skipped-primitive',
      where: { pointer: PLACE },
      message: `${['points', 'lines', 'line loops', 'line strips'][mode]} are left out`,
    },
  ]);
});

it('skips primitives without positions or triangles', async () => {
  const none = await read((_, attributes) => {
    delete attributes.POSITION;
    return undefined;
  });
  const few = await indexed([0, 1], 5);
  for (const { primitive, warnings } of [none, few]) {
    expect(primitive).toBeUndefined();
    expect(warnings()).toEqual([['gltf/skipped-primitive', PLACE]]);
  }
});

it('ignores tangents without normals, as glTF requires', async () => {
  const tangents = (b: GltfBuilder) => b.accessor(new Float32Array(16).fill(1), 'VEC4');
  const without = await read((b, a) => {
    a.TANGENT = tangents(b);
    return { mode: 5 };
  });
  expect(without.primitive?.tangents).toBeUndefined();
  const both = await read((b, a) => {
    a.TANGENT = tangents(b);
    a.NORMAL = b.accessor(flat(4), 'VEC3');
    return { mode: 5 };
  });
  expect(both.primitive?.tangents).toEqual(new Float32Array(16).fill(1));
  expect(both.primitive?.normals).toEqual(flat(4));
});

it('replaces zero normals with those of the surrounding triangles', async () => {
  const { primitive, context } = await read((b, a) => {
    a.NORMAL = b.accessor(new Float32Array(12), 'VEC3');
    return { mode: 5 };
  });
  expect(primitive?.normals).toEqual(flat(4));
  expect(context.warnings[0]?.message).toBe(
    '4 normals have no length; the normals of the surrounding triangles are used',
  );
});

it('makes colors without alpha opaque', async () => {
  const { primitive } = await read((b, a) => {
    a.COLOR_0 = b.accessor(Uint8Array.of(0, 51, 255, 0, 0, 0, 0, 0, 0, 255, 255, 255), 'VEC3', { normalized: true });
    return { mode: 5 };
  });
  expect([...(primitive?.colors ?? [])]).toEqual([0, Math.fround(0.2), 1, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1, 1]);
});

it('reads further sets on request, up to a gap, and names dropped attributes', async () => {
  const make = (b: GltfBuilder, a: Attributes) => {
    for (const set of [0, 1, 3]) a[`TEXCOORD_${set}`] = b.accessor(new Float32Array(8).fill(set), 'VEC2');
    a._CUSTOM = b.accessor(new Float32Array(4), 'SCALAR');
    return { mode: 5, targets: [{}] };
  };
  const more = await read(make, { moreUvs: 7 });
  expect(more.primitive?.moreUvs).toEqual([new Float32Array(8).fill(1)]);
  const dropped = ({ context }: typeof more) => context.warnings.map(({ message }) => message);
  expect(dropped(more)).toEqual([
    'morph targets are dropped',
    'the vertex attribute TEXCOORD_3 is dropped',
    'the vertex attribute _CUSTOM is dropped',
  ]);
  const first = await read(make);
  expect(first.primitive?.moreUvs).toBeUndefined();
  expect(dropped(first)).toContain('the vertex attribute TEXCOORD_1 is dropped');
});

it('names sixteen dropped attributes and counts the rest', async () => {
  const { context } = await read((b, a) => {
    const one = b.accessor(new Float32Array(4), 'SCALAR');
    for (let i = 0; i < 20; i++) a[`_X${i}`] = one;
    return { mode: 5 };
  });
  expect(context.warnings).toHaveLength(17);
  expect(context.warnings[16]?.message).toBe('4 more vertex attributes are dropped');
});

it('rejects an unknown mode and a missing material', async () => {
  expect(await failureOf(() => read(() => ({ mode: 7 })))).toMatchObject({
    code: 'gltf/bad-json',
    pointer: `${PLACE}/mode`,
  });
  expect(await failureOf(() => read(() => ({ mode: 5, material: 0 })))).toMatchObject({
    code: 'gltf/bad-reference',
    pointer: `${PLACE}/material`,
  });
});

it('reads points and lines, strips and loops of them, on request', async () => {
  const lines = async (indices: readonly number[], mode: number) => {
    const { primitive } = await indexed(indices, mode, { lines: true });
    return primitive !== undefined && 'mode' in primitive ? [primitive.mode, [...primitive.indices]] : undefined;
  };
  expect(await lines([2, 0, 1], 0)).toEqual(['points', [2, 0, 1]]);
  expect(await lines([0, 1, 2, 3], 1)).toEqual(['lines', [0, 1, 2, 3]]);
  expect(await lines([0, 1, 3], 2)).toEqual(['lines', [0, 1, 1, 3, 3, 0]]);
  expect(await lines([0, 1, 3], 3)).toEqual(['lines', [0, 1, 1, 3]]);
  expect(await lines([0], 2)).toBeUndefined();
  const odd = await indexed([0, 1, 2], 1, { lines: true });
  expect(odd.primitive?.indices).toEqual(Uint32Array.of(0, 1));
  expect(odd.warnings()).toEqual([['gltf/partial-triangles', PLACE]]);
});

it('restarts strips, loops and fans at the largest index if the file uses the extension', async () => {
  const restarts = { hasRestarts: true, lines: true };
  const cut = [0, 1, 2, 65535, 65535, 1, 3, 2];
  const lists = async (mode: number) => [...((await indexed(cut, mode, restarts)).primitive?.indices ?? [])];
  expect(await lists(5)).toEqual([0, 1, 2, 1, 3, 2]);
  expect(await lists(6)).toEqual([1, 2, 0, 3, 2, 1]);
  expect(await lists(3)).toEqual([0, 1, 1, 2, 1, 3, 3, 2]);
  expect(await lists(2)).toEqual([0, 1, 1, 2, 2, 0, 1, 3, 3, 2, 2, 1]);
  // Lists have no restart, and without the extension the index refers to a missing vertex.
  expect(await failureOf(() => indexed(cut, 4, restarts))).toMatchObject({ code: 'gltf/bad-index' });
  expect(await failureOf(() => indexed(cut, 5))).toMatchObject({ code: 'gltf/bad-index' });
});

it('reports the storage format of colors', async () => {
  const stored = async (data: Uint8Array | Uint16Array | Float32Array, more: object) => {
    const { primitive } = await read((b, a) => {
      a.COLOR_0 = b.accessor(data, 'VEC4', more);
      return { mode: 5 };
    });
    return primitive?.colorFormat;
  };
  expect(await stored(new Uint8Array(16), { normalized: true })).toBe('unorm8');
  expect(await stored(new Uint16Array(16), { normalized: true })).toBe('unorm16');
  expect(await stored(new Float32Array(16), {})).toBe('float');
});

const deltas = Float32Array.of(0, 0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0);

it('reads morph targets on request, also quantized and sparse ones', async () => {
  const { primitive, warnings } = await read(
    (b, a) => {
      a.NORMAL = b.accessor(flat(4), 'VEC3');
      const sparse = b.accessor(new Float32Array(0), 'VEC3');
      const values = b.accessor(Float32Array.of(0, 5, 0), 'VEC3');
      const index = b.accessor(Uint8Array.of(2), 'SCALAR');
      const view = (accessor: number) => b.json.accessors[accessor]?.bufferView;
      b.json.accessors[sparse] = {
        componentType: 5126,
        type: 'VEC3',
        count: 4,
        sparse: {
          count: 1,
          indices: { bufferView: view(index), componentType: 5121 },
          values: { bufferView: view(values) },
        },
      };
      const bytes = b.accessor(Int8Array.of(127, 0, 0, 0, -127, 0, 0, 0, 0, 0, 0, 0), 'VEC3', { normalized: true });
      return { mode: 5, targets: [{ POSITION: b.accessor(deltas, 'VEC3'), NORMAL: bytes }, { POSITION: sparse }] };
    },
    { morphs: true },
  );
  expect(warnings()).toEqual([]);
  const [first, second] = primitive !== undefined && !('mode' in primitive) ? (primitive.targets ?? []) : [];
  expect(first?.positions).toEqual(deltas);
  expect([...(first?.normals ?? [])]).toEqual([1, 0, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0]);
  expect([...(second?.positions ?? [])]).toEqual([0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0]);
  expect(second?.normals).toBeUndefined();
});

it('skips broken targets with a warning, and keeps the primitive', async () => {
  const short = await read((b) => ({ mode: 5, targets: [{ POSITION: b.accessor(flat(3), 'VEC3') }] }), {
    morphs: true,
  });
  expect(short.primitive?.indices).toHaveLength(6);
  expect(short.context.warnings).toMatchObject([
    {
      code: 'gltf/bad-morph-targets',
      message: expect.stringContaining(
        'the morph targets of a primitive are left out: POSITION of a morph target has 3 elements, but POSITION has 4',
      ),
    },
  ]);
  const missing = await read(() => ({ mode: 5, targets: [{ POSITION: 99 }] }), { morphs: true });
  expect(missing.context.warnings).toMatchObject([{ code: 'gltf/bad-morph-targets' }]);
  const holes = await read(
    (b) => ({ mode: 5, targets: [{ POSITION: b.accessor(deltas.with(0, Number.NaN), 'VEC3'), COLOR_0: 0 }] }),
    { morphs: true },
  );
  expect(holes.warnings().map(([code]) => code)).toEqual(['gltf/repaired-attribute', 'gltf/dropped-attribute']);
  expect(holes.primitive).toMatchObject({ targets: [{ positions: deltas }] });
});

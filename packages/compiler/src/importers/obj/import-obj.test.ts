import { existsSync } from 'node:fs';
import { Mesh } from 'three';
import { OBJLoader } from 'three/examples/jsm/loaders/OBJLoader.js';
import { describe, expect, it } from 'vitest';
import { AssetError } from '../../diagnostics/diagnostic.js';
import type { PrimitiveModel } from '../../model/scene/scene.js';
import { corpusFolder as corpus } from '../../testing/corpus.js';
import { TestContext } from '../../testing/test-context.js';
import { importObj } from './import-obj.js';
import { run, TRIANGLE } from './testing/run-import.js';

const failure = async (input: string) => {
  const error = await run(input).then(
    () => undefined,
    (e: unknown) => e,
  );
  if (!(error instanceof AssetError)) throw new Error(`expected an AssetError, got ${String(error)}`);
  return error.diagnostic;
};

/** Area of all triangles, independent of the triangulation. */
function area({ positions, indices }: PrimitiveModel): number {
  let sum = 0;
  for (let t = 0; t < indices.length; t += 3) {
    const p = [0, 1, 2].map((k) => [0, 1, 2].map((c) => positions[(indices[t + k] ?? 0) * 3 + c] ?? 0));
    const [a = [], b = [], c = []] = p;
    const u = a.map((x, i) => (b[i] ?? 0) - x);
    const v = a.map((x, i) => (c[i] ?? 0) - x);
    const n = [0, 1, 2].map(
      (i) => (u[(i + 1) % 3] ?? 0) * (v[(i + 2) % 3] ?? 0) - (u[(i + 2) % 3] ?? 0) * (v[(i + 1) % 3] ?? 0),
    );
    sum += Math.sqrt(n.reduce((s, x) => s + x * x, 0)) / 2;
  }
  return sum;
}

const first = <T>(list: readonly T[]): T => {
  const [item] = list;
  if (item === undefined) throw new Error('the list is empty');
  return item;
};

describe('importObj geometry', () => {
  it('reads positions, texture coordinates flipped to a top-left origin, and normals', async () => {
    const { primitives } = await run(`${TRIANGLE}vt 0.25 0.25\nvn 0 0 2\nf 1/1/1 2/1/1 3/1/1`);
    const [p] = primitives;
    expect(Array.from(p?.positions ?? [])).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect(Array.from(p?.uvs ?? [])).toEqual([0.25, 0.75, 0.25, 0.75, 0.25, 0.75]);
    expect(Array.from(p?.normals ?? [])).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1]);
  });

  it.each(['nan', '-nan(ind)', '-1.#IND00', '1.#QNAN', 'inf', '-Infinity'])(
    "replaces a normal of %s with the face's, and such coordinates with 0, with one warning",
    async (hole) => {
      const holes = `vt ${hole} 0.25\nvn 1 0 ${hole}\nvn 0 1 0\n`;
      const { primitives, warnings } = await run(`${TRIANGLE}${holes}f 1/1/1 2/1/2 3/1/1`);
      expect(Array.from(first(primitives).normals ?? [])).toEqual([0, 0, 1, 0, 1, 0, 0, 0, 1]);
      expect(Array.from(first(primitives).uvs ?? []).slice(0, 2)).toEqual([0, 0.75]);
      expect(warnings.map(({ code, where }) => [code, where?.line])).toEqual([['obj/repaired-attribute', 4]]);
    },
  );

  it('resolves negative indices relative to what was read so far', async () => {
    const { primitives } = await run(`${TRIANGLE}f -3 -2 -1\nv 5 5 5\nf -4 -3 -2`);
    const p = first(primitives);
    expect(Array.from(p.positions)).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect(Array.from(p.indices)).toEqual([0, 1, 2, 0, 1, 2]);
  });

  it('lets positive indices point forward', async () => {
    expect((await run(`f 1 2 3\n${TRIANGLE}`)).primitives[0]?.indices.length).toBe(3);
  });

  it('triangulates a concave polygon inside its outline and keeps its winding', async () => {
    // A chevron: area 1.5; a fan would cover more.
    for (const order of ['1 2 3 4 5', '5 4 3 2 1']) {
      const { primitives } = await run(`v 0 0 0\nv 2 0 0\nv 2 2 0\nv 1 0.5 0\nv 0 2 0\nf ${order}`);
      const p = first(primitives);
      expect(area(p)).toBeCloseTo(2.5, 6);
      for (let t = 0; t < p.indices.length; t += 3) {
        const at = (k: number, c: number) => p.positions[(p.indices[t + k] ?? 0) * 3 + c] ?? 0;
        const turn = (at(1, 0) - at(0, 0)) * (at(2, 1) - at(0, 1)) - (at(2, 0) - at(0, 0)) * (at(1, 1) - at(0, 1));
        expect(Math.sign(turn)).toBe(order.startsWith('1') ? 1 : -1);
      }
    }
  });

  it.each([
    ['x', 'v 0 0 0\nv 0 1 0\nv 0 1 1\nv 0 0.2 0.8\nv 0 0 1'],
    ['y', 'v 0 0 0\nv 0 0 1\nv 1 0 1\nv 0.8 0 0.2\nv 1 0 0'],
    ['z', 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0.8 0.2 0\nv 0 1 0'],
  ])('triangulates polygons that face %s', async (_, vertices) => {
    const both = await Promise.all(['1 2 3 4 5', '5 4 3 2 1'].map((order) => run(`${vertices}\nf ${order}`)));
    const [a = 0, b = 1] = both.map(({ primitives }) => area(first(primitives)));
    expect(a).toBeCloseTo(b, 6);
    expect(a).toBeLessThan(1);
  });

  it('splits a quad along the inner diagonal', async () => {
    const { primitives } = await run('v 0 0 0\nv 2 -1 0\nv 1 0 0\nv 2 1 0\nf 1 2 3 4\nf 2 3 4 1');
    expect(area(first(primitives))).toBeCloseTo(2, 6);
  });

  it('joins continued lines and ignores comments', async () => {
    const { primitives } = await run('v 0 0 \\\n 0 # origin\nv 1 0 0\r\nv 0 1 0\rf 1 \\\r\n2 3 # face\n');
    expect(first(primitives).indices.length).toBe(3);
  });

  it('reads UTF-16 of either byte order with a warning, and UTF-8 with a mark', async () => {
    const text = `\ufeff${TRIANGLE}f 1 2 3`;
    const little = Buffer.from(text, 'utf16le');
    for (const bytes of [Buffer.from(text), little, Buffer.from(little).swap16()]) {
      const context = new TestContext({ path: 'm/a.obj', input: { 'm/a.obj': new Uint8Array(bytes) } });
      expect((await importObj(context)).meshes[0]?.primitives[0]?.indices.length).toBe(3);
      const isUtf8 = bytes.length === Buffer.from(text).length;
      expect(context.warnings.map(({ code }) => code)).toEqual(isUtf8 ? [] : ['obj/utf-16']);
    }
  });

  it('smooths inside a smoothing group and not across groups', async () => {
    // Two walls of a roof share an edge: one group smooths the normals there, two do not.
    const roof = 'v 0 0 0\nv 0 1 0\nv 1 0 1\nv 1 1 1\nv -1 0 1\nv -1 1 1\n';
    const smooth = first((await run(`${roof}s 1\nf 1 3 4 2\nf 2 6 5 1`)).primitives);
    const sharp = first((await run(`${roof}s 1\nf 1 3 4 2\ns 2\nf 2 6 5 1`)).primitives);
    const normalAt = (p: PrimitiveModel, x: number) => {
      const found = p.indices.findIndex((v) => (p.positions[v * 3] ?? 9) === x);
      return Array.from(p.normals?.subarray(found * 3, found * 3 + 3) ?? []);
    };
    expect(normalAt(smooth, 0)[0]).toBeCloseTo(0, 6);
    expect(Math.abs(normalAt(sharp, 0)[0] ?? 0)).toBeCloseTo(Math.SQRT1_2, 5);
  });

  it('leaves normals to the mesh compiler if nothing is smooth', async () => {
    expect(first((await run(`${TRIANGLE}s off\nf 1 2 3`)).primitives).normals).toBeUndefined();
  });

  it('keeps vertex colors and makes vertices without one white', async () => {
    const p = first((await run('v 0 0 0 1 0 0\nv 1 0 0\nv 0 1 0 0 0 1 0.5\nf 1 2 3')).primitives);
    expect(Array.from(p.colors ?? [])).toEqual([1, 0, 0, 1, 1, 1, 1, 1, 0, 0, 1, 0.5]);
  });

  it('reads vertex colors as sRGB, like three, and alpha as it is', async () => {
    const text = 'v 0 0 0 0.5 0.04 0.2\nv 1 0 0 1 0 0.8\nv 0 1 0 0.25 0.75 0.1 0.5\nf 1 2 3\n';
    const p = first((await run(text)).primitives);
    const mesh = new OBJLoader().parse(text).children[0];
    const theirs = mesh instanceof Mesh ? Array.from<number>(mesh.geometry.getAttribute('color').array) : [];
    const ours = Array.from(p.indices, (v) => Array.from(p.colors?.subarray(v * 4, v * 4 + 3) ?? [])).flat();
    expect(theirs.length).toBe(9);
    ours.forEach((value, i) => {
      expect(value).toBeCloseTo(theirs[i] ?? 9, 6);
    });
    expect(p.colors?.[11]).toBe(0.5);
  });

  it('reads whole numbers up to 255 as byte colors', async () => {
    const p = first((await run('v 0 0 0 255 0 51\nv 1 0 0\nv 0 1 0 0 0 255 102\nf 1 2 3')).primitives);
    const dark = 0.0331047665708851;
    expect(p.colors?.[2]).toBeCloseTo(dark, 7);
    const rounded = Array.from(p.colors ?? [], (value) => Number(value.toFixed(4)));
    expect(rounded).toEqual([1, 0, Number(dark.toFixed(4)), 1, 1, 1, 1, 1, 0, 0, 1, 0.4]);
    const bright = first((await run('v 0 0 0 1.5 0 1\nv 1 0 0 1 1 1\nv 0 1 0 0 0 1e30\nf 1 2 3')).primitives);
    expect(bright.colors?.[0]).toBe(1.5);
    expect(bright.colors?.every(Number.isFinite)).toBe(true);
  });

  it('reads 0 as no texture coordinate or normal, but rejects it for a vertex', async () => {
    const p = first((await run(`${TRIANGLE}vt 0.5 0.25\nvn 0 0 1\nf 1/1/0 2/0/0 3/0/1`)).primitives);
    expect(Array.from(p.uvs ?? [])).toEqual([0.5, 0.75, 0, 0, 0, 0]);
    expect(Array.from(p.normals ?? [])).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1]);
    expect(first((await run(`${TRIANGLE}f 1/0 2/0 3/0`)).primitives).uvs).toBeUndefined();
    expect((await failure(`${TRIANGLE}f 0 1 2`)).code).toBe('obj/bad-index');
  });

  it('makes one primitive per material in material order, faces without one first', async () => {
    const { primitives, scene } = await run({
      'm/a.obj': `mtllib a.mtl\n${TRIANGLE}usemtl B\nf 1 2 3\nusemtl A\nf 1 2 3\nusemtl B\nf 3 2 1\nusemtl\nf 1 2 3`,
      'm/a.mtl': 'newmtl A\nnewmtl B\n',
    });
    expect(scene.materials.map((m) => m.name)).toEqual(['A', 'B']);
    expect(primitives.map((p) => [p.material, p.indices.length])).toEqual([
      [undefined, 3],
      [0, 3],
      [1, 6],
    ]);
  });
});

describe('importObj failures', () => {
  it.each([
    ['an index past the end', `${TRIANGLE}f 1 2 4`, 'obj/bad-index', 4],
    ['index zero', `${TRIANGLE}f 0 1 2`, 'obj/bad-index', 4],
    ['a negative index before the first', `${TRIANGLE}f -4 -3 -2`, 'obj/bad-index', 4],
    ['a missing texture coordinate', `${TRIANGLE}vt 0 0\nf 1/1 2/2 3/1`, 'obj/bad-index', 5],
    ['a texture coordinate counted back past the first', `${TRIANGLE}f 1/-1 2/-1 3/-1\nvt 0 0`, 'obj/bad-index', 4],
    ['a texture coordinate beyond f32', `${TRIANGLE}vt 0 1e39`, 'obj/bad-number', 4],
    ['a normal beyond f32', `${TRIANGLE}vn 0 -4e38 0`, 'obj/bad-number', 4],
    ['a color beyond f32', 'v 0 0 0 1 1e40 1', 'obj/bad-number', 1],
    ['a coordinate whose square leaves f32', 'v 0 1e19 0', 'obj/bad-number', 1],
    ['a corner without a vertex', `${TRIANGLE}vt 0 0\nf /1 /1 /1`, 'obj/bad-index', 5],
    ['NaN', 'v 0 nan 0', 'obj/bad-number', 1],
    ['a number beyond f32', 'v 0 1e39 0', 'obj/bad-number', 1],
    ['a short vertex', 'v 0 1', 'obj/bad-number', 1],
    ['words', 'v a b c', 'obj/bad-number', 1],
  ])('names the line of %s', async (_, text, code, line) => {
    expect(await failure(text)).toMatchObject({ code, file: 'm/a.obj', where: { line } });
  });

  it('rejects a file without a face', async () => {
    expect((await failure(`${TRIANGLE}f 1 1 2`)).code).toBe('obj/no-triangles');
    expect((await failure(`${TRIANGLE}cstype bezier\ncurv 0 1 1 2 3`)).code).toBe('obj/no-triangles');
    expect((await failure('')).code).toBe('obj/no-triangles');
  });

  it('rejects binary data', async () => {
    expect((await failure('glTF\0\0\0\x02')).code).toBe('obj/not-text');
  });

  it('warns about curves and faces without an area, and continues', async () => {
    const { warnings, primitives } = await run(`${TRIANGLE}curv 0 1 1 2\nf 1 2\nf 1 1 2\nf 1 2 3`);
    expect(warnings.map((w) => w.code).sort()).toEqual(['obj/degenerate-faces', 'obj/unsupported']);
    expect(warnings.find((w) => w.code === 'obj/degenerate-faces')?.message).toContain('2 faces');
    expect(first(primitives).indices.length).toBe(3);
  });

  it('ignores texture coordinates and normals if the file has none, with a warning', async () => {
    for (const face of ['1/1/1 2/2/2 3/3/3', '1/-1/-1 2/-1/-1 3/-1/-1']) {
      const { warnings, primitives } = await run(`${TRIANGLE}f 1 2 3\nf ${face}`);
      expect(warnings).toMatchObject([
        { code: 'obj/absent-data', where: { line: 5 }, message: expect.stringContaining('texture coordinate') },
        { code: 'obj/absent-data', where: { line: 5 }, message: expect.stringContaining('normal') },
      ]);
      expect(first(primitives)).toMatchObject({ uvs: undefined, normals: undefined });
      expect(first(primitives).indices.length).toBe(6);
    }
  });

  it('warns about zero bytes at the end, in small and in large files', async () => {
    for (const filler of ['', '# padding\n'.repeat(1000)]) {
      const { warnings, primitives } = await run(`${filler}${TRIANGLE}f 1 2 3\0\n\0`);
      expect(warnings).toMatchObject([
        { code: 'obj/trailing-zeros', message: expect.stringContaining('2 zero bytes') },
      ]);
      expect(first(primitives).indices.length).toBe(3);
    }
  });

  it('accepts the DOS end-of-file mark', async () => {
    expect((await run(`${TRIANGLE}f 1 2 3\r\n\x1a`)).warnings).toEqual([]);
  });

  it('ignores material values beyond 32-bit floats', async () => {
    const { warnings, scene } = await run({
      'm/a.obj': `mtllib a.mtl\n${TRIANGLE}usemtl A\nf 1 2 3`,
      'm/a.mtl': 'newmtl A\nKd 1e39 0 0\nPr 1e300\n',
    });
    expect(warnings.map((w) => [w.code, w.where?.line])).toEqual([
      ['mtl/bad-value', 2],
      ['mtl/bad-value', 3],
    ]);
    expect(scene.materials[0]?.baseColorFactor).toEqual([1, 1, 1, 1]);
  });

  it('gives a value or one diagnostic for any bytes', async () => {
    const seed = `mtllib a.mtl\n${TRIANGLE}vt 0 1\nvn 0 0 1\nusemtl x\ns 1\nf 1/1/1 2//1 3/1\nf -1 -2 -3\n`;
    for (let i = 0; i < seed.length; i++) {
      for (const change of ['', '0', '/', '\n', '-', '9e9']) {
        await run(seed.slice(0, i) + change + seed.slice(i + 1)).catch((error: unknown) => {
          expect(error).toBeInstanceOf(AssetError);
        });
      }
    }
  });
});

describe.skipIf(!existsSync(corpus))('importObj on real files', () => {
  it.each([
    ['obj/kaykit-barrel/barrel_large.obj', 1],
    ['obj/box-negative-indices/box-negative-indices.obj', 1],
    ['obj/box-objects-groups-materials/box-objects-groups-materials.obj', 3],
    ['obj/concave/concave.obj', 1],
  ])('reads %s', async (path, materials) => {
    const { primitives, warnings } = await run(corpus, path);
    expect(primitives.length).toBe(materials);
    expect(warnings).toEqual([]);
  });

  it('covers exactly the concave polygon of concave.obj', async () => {
    const { primitives } = await run(corpus, 'obj/concave/concave.obj');
    const p = first(primitives);
    let top = 0;
    for (let t = 0; t < p.indices.length; t += 3) {
      const ys = [0, 1, 2].map((k) => p.positions[(p.indices[t + k] ?? 0) * 3 + 1] ?? 0);
      if (ys.every((y) => y > 0.36)) top += area({ ...p, indices: p.indices.slice(t, t + 3) });
    }
    // 2 × 2 minus the notch of base 2 and height 0.87836.
    expect(top).toBeCloseTo(4 - 0.87836, 4);
  });

  it('rejects the invalid one', async () => {
    await expect(run(corpus, 'invalid/obj/invalid-relative-vertex-index.obj')).rejects.toThrow(AssetError);
  });
});

it('names parts after the only object or group, else after their material', async () => {
  const names = async (text: string) =>
    (await run({ 'm/a.obj': `mtllib a.mtl\n${TRIANGLE}${text}`, 'm/a.mtl': 'newmtl Red' })).primitives.map(
      (p) => p.name,
    );
  expect(await names('o Chair\ng seat\nf 1 2 3\ng back\nusemtl Red\nf 1 2 3')).toEqual(['Chair', 'Chair']);
  expect(await names('g seat\nf 1 2 3')).toEqual(['seat']);
  expect(await names('o A\nf 1 2 3\no B\nusemtl Red\nf 1 2 3')).toEqual(['', 'Red']);
});

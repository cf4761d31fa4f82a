// Culling, levels of detail, text layout and lookups of assetc.h, compared with plain arithmetic and the SDK.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeHfont, findGlyph, findKerning, type Hmesh, texelsPerEm, unpackVertices } from '@assetc/formats';
import { Matrix4, PerspectiveCamera, Vector3, WebGPUCoordinateSystem } from 'three';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cCompiler, compile, root, run } from './c-compiler.js';
import { modelPack } from './model-pack.js';

let folder = '';
let model: Awaited<ReturnType<typeof modelPack>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assetc-c-queries-'));
  if (cCompiler === undefined) return;
  const source = join(root, 'tests/c-library/queries.c');
  expect(compile({ source, output: join(folder, 'queries') })).toBe('');
  model = await modelPack();
  for (const [name, bytes] of [
    ['a.hmesh', model.files[1]?.bytes],
    ['a.hpack', model.pack],
  ] as const)
    writeFileSync(join(folder, name), bytes ?? new Uint8Array(0));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function ask(...args: readonly string[]): string[] {
  const { status, stdout, stderr } = run(join(folder, 'queries'), args);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.split('\n').slice(0, -1);
}

/** The corners of each triangle of a meshlet. */
function trianglesOf({ meshlets, meshletVertices, meshletTriangles }: Hmesh, positions: Float32Array, i: number) {
  const [firstVertex = 0, , firstTriangle = 0, count = 0] = meshlets.subarray(i * 4, i * 4 + 4);
  return Array.from({ length: count }, (_, t) =>
    [0, 1, 2].map((k) => {
      const vertex = meshletVertices[firstVertex + (meshletTriangles[(firstTriangle + t) * 3 + k] ?? 0)] ?? 0;
      return new Vector3().fromArray(positions, vertex * 3);
    }),
  );
}

describe.skipIf(cCompiler === undefined)('assetc.h', () => {
  it('hides meshlets that face away or lie outside, and no others that could be seen', () => {
    const { mesh } = model;
    const { positions } = unpackVertices(mesh.vertices);
    let [away, outside] = [0, 0];
    for (const place of [
      [0, 0, 6],
      [5, 2, -3],
      [-2, 0.5, 0.2],
      [0, 30, 0],
    ]) {
      const eye = new Vector3().fromArray(place);
      const camera = new PerspectiveCamera(40, 1, 0.1, 20);
      camera.coordinateSystem = WebGPUCoordinateSystem;
      camera.updateProjectionMatrix();
      camera.position.copy(eye);
      camera.lookAt(0.7, 0, 0);
      camera.updateMatrixWorld(true);
      const matrix = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
      const lines = ask('cull', join(folder, 'a.hmesh'), ...place.map(String), ...matrix.elements.map(String));
      expect(lines.length).toBe(mesh.desc.meshletCount);
      for (const [i, line] of lines.entries()) {
        const [facesAway, isOutside, isHidden] = line.split(' ').map((n) => n === '1');
        expect(isHidden).toBe(facesAway || isOutside);
        for (const [a, b, c] of trianglesOf(mesh, positions, i)) {
          if (a === undefined || b === undefined || c === undefined) throw new Error('a triangle has three corners');
          const normal = b.clone().sub(a).cross(c.clone().sub(a));
          if (facesAway) expect(normal.dot(eye.clone().sub(a))).toBeLessThanOrEqual(1e-4);
          const inside = [a, b, c].some((corner) => {
            const { x, y, z } = corner.clone().applyMatrix4(matrix);
            return Math.abs(x) < 1 && Math.abs(y) < 1 && z > 0 && z < 1;
          });
          if (isOutside) expect(inside).toBe(false);
        }
        away += Number(facesAway);
        outside += Number(isOutside);
      }
    }
    expect(away).toBeGreaterThan(5);
    expect(outside).toBeGreaterThan(5);
  });

  it('chooses the coarsest level whose error is small enough on the screen', () => {
    const { mesh } = model;
    const { lodCount = 0, errors = new Float32Array(0), ranges = new Uint32Array(0) } = mesh.lods ?? {};
    expect(lodCount).toBeGreaterThan(0);
    const chosen = new Set<number>();
    for (const [place, distance] of [0.5, 3, 8, 20, 60, 200, 1000].entries()) {
      // An instance that fills the same part of the screen has the same level at any scale.
      const scale = [1, 0.02, 50][place % 3] ?? 1;
      const matrix = new Matrix4()
        .makeRotationY(place)
        .scale(new Vector3(scale, scale, scale))
        .setPosition(4, 5, 6);
      const eye = new Vector3(0, 0, distance).applyMatrix4(matrix).toArray();
      const lines = ask('lod', join(folder, 'a.hmesh'), ...[...eye, 1, ...matrix.elements].map(String));
      for (const [i, { sphereCenter, sphereRadius, firstIndex, indexCount }] of mesh.submeshes.entries()) {
        const [x = 0, y = 0, z = 0] = sphereCenter;
        const away = Math.hypot(x, y, z - distance) - sphereRadius;
        let level = away > 0 ? lodCount : 0;
        while (level > 0 && (errors[i * lodCount + level - 1] ?? 0) * 1000 > away) level--;
        let drawn = `${indexCount} IDXS ${firstIndex}`;
        for (let k = 0; k < level; k++) {
          const [first = 0, count = 0] = ranges.subarray((i * lodCount + k) * 2);
          if (count > 0) drawn = `${count} LODI ${first}`;
        }
        expect(lines[i]).toBe(`${level} ${drawn} 1`);
        chosen.add(level);
      }
    }
    expect(chosen.size).toBeGreaterThan(1);
  });

  it('lays text out by advances and kerning', () => {
    const path = join(root, 'packages/formats/goldens/font.hfont');
    const font = decodeHfont(new Uint8Array(readFileSync(path)));
    const known = Array.from({ length: font.glyphCount }, (_, i) => font.glyphWords[i * 10] ?? 0).filter((c) => c > 0);
    const text = `${String.fromCodePoint(...known, ...known.toReversed())}\nx${String.fromCodePoint(...known)}`;
    const wanted: number[][] = [];
    let [x, y, before, width] = [3, 50, -1, 0];
    for (const ch of text) {
      const code = ch.codePointAt(0) ?? 0;
      if (ch === '\n') {
        [x, y, before] = [3, y - (font.ascent - font.descent + font.lineGap) * 20, -1];
        continue;
      }
      const { advance, plane, uv } = findGlyph(font, code);
      if (before >= 0) x += findKerning(font, before, code) * 20;
      const [left = 0, bottom = 0, right = 0, top = 0] = plane;
      wanted.push([code, x + left * 20, y + bottom * 20, x + right * 20, y + top * 20, uv[0] ?? 0]);
      x += advance * 20;
      width = Math.max(width, x - 3);
      before = code;
    }
    const lines = ask('text', path, text).map((line) => line.split(' ').map(Number));
    expect(lines.length).toBe(wanted.length + 2);
    for (const [i, numbers] of [...wanted, [width], [texelsPerEm(font)]].entries())
      for (const [k, number] of numbers.entries()) expect(lines[i]?.[k]).toBeCloseTo(number, 3);
  });

  it('finds what is in a pack, with an index and without', () => {
    const paths = [...model.files.map(({ path }) => path), 'models', 'a', 'zzz', 'models/balls.hmesh2'];
    const sizes = paths.map((path) => `${model.files.find((file) => file.path === path)?.bytes.length ?? -1}`);
    expect(ask('pack', join(folder, 'a.hpack'), ...paths)).toEqual([...sizes, ...sizes]);
  });
});

// The triangles of a level of detail, as an engine draws them: by positions, in no order.

import type { CompiledModel } from '../support/compile-model.js';

type Model = Pick<CompiledModel, 'mesh' | 'vertices'>;

/** Indices of one submesh at a level: 0 is the mesh itself; a level without indices repeats the one before it. */
export function levelIndices({ mesh }: Model, submesh: number, level: number): readonly number[] {
  const { firstIndex = 0, indexCount = 0 } = mesh.submeshes[submesh] ?? {};
  for (let each = level; each > 0; each--) {
    const row = submesh * (mesh.lods?.lodCount ?? 0) + each - 1;
    const [first = 0, count = 0] = mesh.lods?.ranges.subarray(row * 2, row * 2 + 2) ?? [];
    if (count > 0) return [...(mesh.lods?.indices.subarray(first, first + count) ?? [])];
  }
  return [...mesh.indices.subarray(firstIndex, firstIndex + indexCount)];
}

/** Of triangles with an area. With `material`, only those of that slot. */
export function drawnAt(model: Model, level: number, material?: number): readonly string[] {
  const all = model.mesh.submeshes.flatMap(({ materialSlot }, submesh) =>
    material === undefined || materialSlot === material ? levelIndices(model, submesh, level) : [],
  );
  return trianglesOf(model.vertices.positions, all);
}

/** Each triangle once, by its corners from the smallest on, in ascending order. */
export function trianglesOf(positions: ArrayLike<number>, indices: readonly number[]): readonly string[] {
  const corner = (vertex: number): string =>
    [0, 1, 2].map((axis) => (Math.round((positions[vertex * 3 + axis] ?? 0) * 1e5) / 1e5 + 0).toString()).join(' ');
  const triangles: string[] = [];
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const corners = [0, 1, 2].map((c) => corner(indices[i + c] ?? 0));
    if (new Set(corners).size < 3) continue;
    const first = corners.indexOf([...corners].sort()[0] ?? '');
    triangles.push([0, 1, 2].map((c) => corners[(first + c) % 3]).join(', '));
  }
  return triangles.sort();
}

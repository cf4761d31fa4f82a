// Every rule of `.gali`, including the content of the buffer.

import { type Problem, Problems } from '@assetc/formats';
import { GaliHeader, GaliMesh } from './layout.js';
import type { Gali, GaliVertexGroup } from './model.js';
import { inspectGali } from './read.js';

const TOLERANCE = 1e-5;

/** Every rule of docs/formats/galileo.md that the file breaks; none for a good one. */
export function validateGali(bytes: Uint8Array): readonly Problem[] {
  const problems = new Problems();
  const mesh = inspectGali(bytes, problems);
  if (mesh === undefined) return problems.list();
  const uuidAt = GaliHeader.offsetOf('uuid');
  if (((mesh.uuid[6] ?? 0) & 0xf0) !== 0x40)
    problems.add('bad-value', uuidAt + 6, 'GaliHeader.uuid', 'must be of version 4');
  if (((mesh.uuid[8] ?? 0) & 0xc0) !== 0x80)
    problems.add('bad-value', uuidAt + 8, 'GaliHeader.uuid', 'must be of variant 10');
  for (const [i, group] of mesh.groups.entries()) {
    checkGroup(group, `groups[${i}]`, problems);
    checkInside(group, mesh, `groups[${i}]`, problems);
  }
  checkChains(mesh, problems);
  return problems.list();
}

function checkGroup(group: GaliVertexGroup, label: string, problems: Problems): void {
  const { indices, positions, normals, tangents, vertexCount, byteOffset } = group;
  for (let i = 0; i < indices.length; i++) {
    if ((indices[i] ?? 0) < vertexCount) continue;
    const message = `${indices[i]} is not below the ${vertexCount} vertices`;
    problems.add('bad-range', byteOffset + 4 * i, `${label}.indices[${i}]`, message);
  }
  let at = byteOffset + indices.byteLength;
  for (const [name, values, width] of [
    ['positions', positions, 3],
    ['normals', normals, 3],
    ['tangents', tangents, 4],
  ] as const) {
    for (let i = 0; i < values.length; i++) {
      if (Number.isFinite(values[i])) continue;
      problems.add('bad-value', at + 4 * i, `${label}.${name}[${Math.floor(i / width)}]`, 'must be finite');
    }
    at += values.byteLength;
  }
  for (let i = 0; i < vertexCount; i++) {
    for (let k = 0; k < 3; k++) {
      const extent = group.halfExtents[k] ?? 0;
      const center = group.center[k] ?? 0;
      const slack = TOLERANCE * Math.max(...group.halfExtents, Math.abs(center));
      if (Math.abs((positions[3 * i + k] ?? 0) - center) <= extent + slack) continue;
      const place = byteOffset + indices.byteLength + 4 * (3 * i + k);
      problems.add('bad-range', place, `${label}.positions[${i}]`, 'must be inside the box of its group');
      return;
    }
  }
}

function checkInside(group: GaliVertexGroup, mesh: Gali, label: string, problems: Problems): void {
  for (let k = 0; k < 3; k++) {
    const reach = Math.abs((group.center[k] ?? 0) - (mesh.center[k] ?? 0)) + (group.halfExtents[k] ?? 0);
    const slack = TOLERANCE * Math.max(...mesh.halfExtents, Math.abs(mesh.center[k] ?? 0));
    if (reach <= (mesh.halfExtents[k] ?? 0) + slack) continue;
    problems.add('bad-range', GaliHeader.size, `${label}.halfExtents`, 'must be inside the box of the mesh');
    return;
  }
}

/** Chains of extensions must stay inside the table and end. */
function checkChains(mesh: Gali, problems: Problems): void {
  const at = GaliHeader.size + GaliMesh.offsetOf('nextExtension');
  const starts = [mesh.nextExtension, ...mesh.groups.map((group) => group.nextExtension)];
  for (const [i, start] of starts.entries()) {
    const label = i === 0 ? 'GaliMesh.nextExtension' : `groups[${i - 1}].nextExtension`;
    const seen = new Set<number>();
    let next = start;
    while (next !== 0) {
      const extension = mesh.extensions[next - 1];
      if (extension === undefined) {
        problems.add('bad-range', at, label, `leads to extension ${next} of ${mesh.extensions.length}`);
        break;
      }
      if (seen.has(next)) {
        problems.add('bad-value', at, label, 'leads in a circle');
        break;
      }
      seen.add(next);
      next = extension.next;
    }
  }
}

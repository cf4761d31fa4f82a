// Describes the optional chunks of an .hmesh for info.

import type { Hmesh } from '@assetc/formats';
import { counted, type Facts, short } from '../../runtimes/file-format.js';
import { clusterFacts, clusterStatements } from './hmesh-clusters.js';
import { formFacts, formStatements } from './hmesh-forms.js';
import { micromapFacts, micromapStatement } from './hmesh-micromaps.js';

const isPoints = ({ mode }: { readonly mode: string }): boolean => mode === 'points';

/** Drawn elements: points, and lines of two indices each. */
function drawn(mesh: Hmesh): { readonly points: number; readonly lines: number } {
  const ranges = mesh.lines?.ranges ?? [];
  const sum = (list: typeof ranges): number => list.reduce((total, { count }) => total + count, 0);
  return { points: sum(ranges.filter(isPoints)), lines: sum(ranges.filter((range) => !isPoints(range))) / 2 };
}

/** The error of each level: the largest of its submeshes. */
function lodErrors({ lods }: Hmesh): readonly number[] | undefined {
  const errors = lods?.errors;
  if (lods === undefined || errors === undefined) return undefined;
  return Array.from({ length: lods.lodCount }, (_, level) => {
    let largest = 0;
    for (let i = level; i < errors.length; i += lods.lodCount) largest = Math.max(largest, errors[i] ?? 0);
    return largest;
  });
}

export function extraFacts(mesh: Hmesh | undefined): Facts {
  if (mesh === undefined) return {};
  const { names, colors, uvs1, morphs, lines, meshletTriangleWords } = mesh;
  const errors = lodErrors(mesh);
  return {
    ...formFacts(mesh),
    ...(names === undefined ? {} : { names: { ...names } }),
    ...(errors === undefined ? {} : { lodErrors: errors }),
    ...(colors === undefined ? {} : { colors: colors.format }),
    ...(uvs1 === undefined ? {} : { uvSets: 2 }),
    ...(morphs === undefined ? {} : { morphTargets: morphs.targets.length, morphedVertices: morphs.vertices.length }),
    ...(lines === undefined ? {} : { ...drawn(mesh) }),
    ...clusterFacts(mesh),
    ...(meshletTriangleWords === undefined ? {} : { triangleWords: true }),
    ...micromapFacts(mesh),
  };
}

const COLORS = { unorm8: 'RGBA8', unorm16: 'RGBA16', float16: 'RGBA16F' } as const;

export function extraStatements(mesh: Hmesh | undefined): readonly string[] {
  if (mesh === undefined) return [];
  const { names, colors, uvs1, morphs, lines, meshletTriangleWords } = mesh;
  const errors = lodErrors(mesh);
  const { points, lines: segments } = drawn(mesh);
  return [
    ...formStatements(mesh),
    ...(errors === undefined || errors.length === 0 ? [] : [`LOD errors ${errors.map(short).join(', ')}`]),
    ...(colors === undefined ? [] : [`colors (${COLORS[colors.format]})`]),
    ...(uvs1 === undefined ? [] : ['2 UV sets']),
    ...(morphs === undefined ? [] : [`${counted(morphs.targets.length, 'morph target')}${listed(names?.targets)}`]),
    ...(lines === undefined ? [] : [counted(points, 'point'), counted(segments, 'line')]),
    ...clusterStatements(mesh),
    ...(meshletTriangleWords === undefined ? [] : ['meshlet triangles as words']),
    ...micromapStatement(mesh),
    ...(names === undefined ? [] : ['with names']),
  ];
}

/** The first few names; all are among the facts. */
function listed(names: readonly string[] | undefined): string {
  const unique = [...new Set(names)].filter((name) => name !== '');
  if (unique.length === 0) return '';
  return ` (${unique.slice(0, 4).join(', ')}${unique.length > 4 ? ', …' : ''})`;
}

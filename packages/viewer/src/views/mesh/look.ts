// The display options of the mesh view, as one plain value.

import type { ErrorKind } from './surface/compact-errors.js';
import type { Inspection } from './surface/inspect-material.js';

export const SURFACES = [
  { value: 'lit', label: 'Lit', title: 'With its materials' },
  { value: 'meshlets', label: 'Meshlets', title: 'One color for each meshlet' },
  {
    value: 'clusters',
    label: 'Clusters',
    title: 'The cut of the hierarchy for this view, one color for each cluster',
  },
  { value: 'levels', label: 'Cluster levels', title: 'The cut of the hierarchy, one color for each level' },
  { value: 'normals', label: 'Normals', title: 'Directions as colors: x red, y green, z blue' },
  { value: 'tangents', label: 'Tangents', title: 'Directions as colors; hatched where handedness is negative' },
  { value: 'uv', label: 'UV checker', title: 'Eight squares along each side of the texture' },
  { value: 'density', label: 'Texel density', title: 'Blue: fewer texels than average for this model; red: more' },
  { value: 'colors', label: 'Vertex colors', title: 'Only vertex colors' },
  { value: 'compact', label: 'Compact error', title: 'How far compact vertices would be from these' },
  { value: 'overdraw', label: 'Overdraw', title: 'Brighter where more surfaces overlap' },
] as const;
export type Surface = (typeof SURFACES)[number]['value'];

/** The inspection material of a surface; undefined for the model's own. */
export const INSPECTION_OF: Readonly<Record<Surface, Inspection | undefined>> = {
  lit: undefined,
  meshlets: 'parts',
  clusters: 'parts',
  levels: 'parts',
  normals: 'normals',
  tangents: 'tangents',
  uv: 'uv',
  density: 'density',
  colors: 'colors',
  compact: 'parts',
  overdraw: 'overdraw',
};

export interface Look {
  readonly surface: Surface;
  /** What the surface of compact errors shows. */
  readonly errorOf: ErrorKind;
  readonly wireframe: boolean;
  readonly bounds: boolean;
  readonly skeleton: boolean;
  /** Normals as lines; the surface named Normals shows them as colors. */
  readonly normalLines: boolean;
  readonly tangentLines: boolean;
  /** `auto`: by the error in pixels. */
  readonly level: number | 'auto';
  readonly pixels: number;
  /** If set, only this submesh is shown. */
  readonly only: number | undefined;
}

export const FIRST_LOOK: Look = {
  surface: 'lit',
  errorOf: 'position',
  wireframe: false,
  bounds: false,
  skeleton: false,
  normalLines: false,
  tangentLines: false,
  level: 0,
  pixels: 1,
  only: undefined,
};

// How a model is looked at: what the controls of the mesh view say, as one plain value.

import type { Inspection } from './inspect-material.js';

export const SURFACES = [
  { value: 'lit', label: 'Lit', title: 'As it looks, with its materials' },
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
  { value: 'density', label: 'Texel density', title: 'Blue: fewer texels than is usual for this model; red: more' },
  { value: 'colors', label: 'Vertex colors', title: 'Colors of the vertices alone' },
  { value: 'overdraw', label: 'Overdraw', title: 'Brighter where more surfaces lie behind each other' },
] as const;
export type Surface = (typeof SURFACES)[number]['value'];

/** Which material a surface is drawn with; none is the model's own. */
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
  overdraw: 'overdraw',
};

export interface Look {
  readonly surface: Surface;
  readonly wireframe: boolean;
  readonly bounds: boolean;
  readonly skeleton: boolean;
  /** As lines; the surfaces of these names show them as colors. */
  readonly normalLines: boolean;
  readonly tangentLines: boolean;
  /** `auto`: by the pixels that a level may be off. */
  readonly level: number | 'auto';
  readonly pixels: number;
  /** The only submesh that is shown. */
  readonly only: number | undefined;
}

export const FIRST_LOOK: Look = {
  surface: 'lit',
  wireframe: false,
  bounds: false,
  skeleton: false,
  normalLines: false,
  tangentLines: false,
  level: 0,
  pixels: 1,
  only: undefined,
};

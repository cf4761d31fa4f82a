// Reads one primitive as triangles, points or lines with attributes; undefined if it is left out.

import { plural } from '../../../diagnostics/plural.js';
import type { LinesModel, PrimitiveModel } from '../../../model/scene/scene.js';
import type { Accessors } from '../file/accessor.js';
import type { GltfFile } from '../file/gltf-file.js';
import type { JsonNode } from '../file/json-node.js';
import { readVariantMaterials } from '../materials/variants.js';
import { AttributeReader, type AttributeSet } from './attributes.js';
import { warnAboutDroppedAttributes } from './dropped-attributes.js';
import { expandRuns, type Topology } from './expand-runs.js';
import { readTargets } from './morph-targets.js';
import { repairNormals } from './repair-normals.js';
import { type BindingCache, readSkinWeights } from './skin-weights.js';

const TRIANGLES = 4;
/** Indexed by the mode in the file. */
const TOPOLOGIES: readonly Topology[] = [
  'points',
  'lines',
  'line-loop',
  'line-strip',
  'triangles',
  'triangle-strip',
  'triangle-fan',
];
const MODE_NAMES = ['points', 'lines', 'line loops', 'line strips'];

export interface PrimitiveOptions {
  /** Shared by the primitives of a file. */
  readonly bindings: BindingCache;
  /** How many further sets of texture coordinates and colors to read. */
  readonly moreUvs: number;
  readonly moreColors: number;
  readonly morphs: boolean;
  readonly lines: boolean;
  /** Whether the largest index restarts strips, loops and fans (KHR_mesh_primitive_restart). */
  readonly hasRestarts: boolean;
}

export async function readPrimitive(
  file: GltfFile,
  accessors: Accessors,
  node: JsonNode,
  options: PrimitiveOptions,
): Promise<PrimitiveModel | LinesModel | undefined> {
  const mode = node.get('mode')?.integer(0, 6) ?? TRIANGLES;
  if (mode < TRIANGLES && !options.lines) {
    file.warnOnce(
      'gltf/skipped-primitive',
      node,
      `${MODE_NAMES[mode]} are left out`,
      String(mode),
      'Convert them to triangles, or choose a mesh.format that stores points and lines.',
    );
    return undefined;
  }
  if (node.require('attributes').get('POSITION') === undefined) {
    file.warnOnce(
      'gltf/skipped-primitive',
      node,
      'a primitive without positions is left out',
      'positions',
      'Remove the primitive, or give it the attribute POSITION: without it nothing is drawn.',
    );
    return undefined;
  }
  const reader = await AttributeReader.open(file, accessors, node);
  const positions = await reader.positions();
  const topology = TOPOLOGIES[mode] ?? 'triangles';
  const isList = topology === 'points' || topology === 'lines' || topology === 'triangles';
  const runs = await reader.indexRuns(options.hasRestarts && !isList);
  const indices = expandRuns(topology, isList ? runs.map((run) => dropIncomplete(file, node, run, topology)) : runs);
  if (indices.length === 0) {
    const shapes = mode === 0 ? 'points' : mode < TRIANGLES ? 'lines' : 'triangles';
    file.warnOnce(
      'gltf/skipped-primitive',
      node,
      `a primitive without ${shapes} is left out`,
      shapes,
      'Remove the primitive: it draws nothing.',
    );
    return undefined;
  }
  const attributes = await readAttributes(file, node, reader, options, mode < TRIANGLES);
  const material = node.get('material');
  const variants = readVariantMaterials(file, node);
  const model = {
    origin: { pointer: node.pointer },
    positions,
    ...(reader.isQuantized ? { hasOwnSpace: true } : {}),
    ...attributes,
    indices,
    material: material === undefined ? undefined : file.follow(material, 'materials').index,
    ...(variants === undefined ? {} : { variants }),
  };
  const { normals } = attributes;
  if (mode < TRIANGLES) return { ...model, mode: topology === 'points' ? 'points' : 'lines' };
  const targets = options.morphs ? await readTargets(file, accessors, node, reader) : [];
  return {
    ...model,
    normals: normals === undefined ? undefined : replaceZeroNormals(file, node, positions, normals, indices),
    ...(targets.length === 0 ? {} : { targets }),
  };
}

async function readAttributes(
  file: GltfFile,
  node: JsonNode,
  reader: AttributeReader,
  { bindings, morphs, moreUvs: maxUvs, moreColors: maxColors }: PrimitiveOptions,
  isLines: boolean,
) {
  const normals = await reader.floats('NORMAL', ['VEC3']);
  const tangents = await reader.floats('TANGENT', ['VEC4']);
  if (normals !== undefined && tangents !== undefined) warnAboutHandedness(file, node, tangents.values);
  const uvs = await reader.floats('TEXCOORD_0', ['VEC2']);
  const colors = await reader.floats('COLOR_0', ['VEC3', 'VEC4']);
  const skin = await readSkinWeights(file, node, reader, bindings);
  const moreUvs = await readFurtherSets(reader, 'TEXCOORD', ['VEC2'], maxUvs);
  const moreColors = await readFurtherSets(reader, 'COLOR', ['VEC3', 'VEC4'], colors === undefined ? 0 : maxColors);
  if ((isLines || !morphs) && (node.get('targets')?.length ?? 0) > 0)
    file.warnOnce(
      'gltf/dropped-morph-targets',
      node,
      isLines ? 'morph targets of points and lines are dropped' : 'morph targets are dropped',
      isLines ? 'lines' : '',
    );
  warnAboutDroppedAttributes(file, node, reader.names, [
    ...setNames('TEXCOORD', moreUvs),
    ...setNames('COLOR', moreColors),
  ]);
  return {
    normals: normals?.values,
    // glTF requires tangents without normals to be ignored.
    tangents: normals === undefined ? undefined : tangents?.values,
    uvs: uvs?.values,
    colors: colors === undefined ? undefined : asRgba(colors),
    ...(colors === undefined ? {} : { colorFormat: colors.format }),
    ...(moreUvs.length === 0 ? {} : { moreUvs: moreUvs.map(({ values }) => values) }),
    ...(moreColors.length === 0 ? {} : { moreColors: moreColors.map(asRgba) }),
    joints: skin?.joints,
    weights: skin?.weights,
  };
}

/** Bytes and shorts round. */
const HANDEDNESS_TOLERANCE = 0.01;

function warnAboutHandedness(file: GltfFile, node: JsonNode, tangents: Float32Array): void {
  let count = 0;
  for (let i = 3; i < tangents.length; i += 4)
    if (Math.abs(Math.abs(tangents[i] ?? 0) - 1) > HANDEDNESS_TOLERANCE) count++;
  if (count > 0)
    file.warnOnce(
      'gltf/repaired-attribute',
      node,
      `the handedness (w) of ${plural(count, 'tangent')} is neither 1 nor -1; only its sign is used, and 0 is positive`,
      'TANGENT',
    );
}

function replaceZeroNormals(
  file: GltfFile,
  node: JsonNode,
  positions: Float32Array,
  sourceNormals: Float32Array,
  indices: Uint32Array,
): Float32Array {
  const { normals, count } = repairNormals(positions, sourceNormals, indices);
  if (count > 0)
    file.warnOnce(
      'gltf/repaired-attribute',
      node,
      `${plural(count, 'normal')} ${count === 1 ? 'has' : 'have'} no length; the normals of the surrounding triangles are used`,
      'NORMAL',
    );
  return normals;
}

const CORNERS: { readonly [topology in Topology]?: number } = { triangles: 3, lines: 2 };

function dropIncomplete(file: GltfFile, node: JsonNode, corners: Uint32Array, topology: Topology): Uint32Array {
  const rest = corners.length % (CORNERS[topology] ?? 1);
  if (rest === 0) return corners;
  file.warnOnce(
    'gltf/partial-triangles',
    node,
    `${corners.length} indices are not whole ${topology}; the last ${rest} ${rest === 1 ? 'is' : 'are'} left out`,
    topology,
  );
  return corners.subarray(0, corners.length - rest);
}

/** Reads sets 1, 2, … up to the first gap. */
async function readFurtherSets(
  reader: AttributeReader,
  name: string,
  types: readonly string[],
  maxCount: number,
): Promise<readonly AttributeSet[]> {
  const sets: AttributeSet[] = [];
  for (;;) {
    const set = sets.length < maxCount ? await reader.floats(`${name}_${sets.length + 1}`, types) : undefined;
    if (set === undefined) return sets;
    sets.push(set);
  }
}

const setNames = (name: string, sets: readonly AttributeSet[]): readonly string[] =>
  sets.map((_, i) => `${name}_${i + 1}`);

const asRgba = ({ values, components }: AttributeSet): Float32Array => (components === 4 ? values : addAlpha(values));

const opaqueColors = new WeakMap<Float32Array, Float32Array>();

/** Cached by array, because primitives may share one. */
function addAlpha(rgb: Float32Array): Float32Array {
  const known = opaqueColors.get(rgb);
  if (known !== undefined) return known;
  const rgba = new Float32Array((rgb.length / 3) * 4);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
    rgba[to] = rgb[from] ?? 0;
    rgba[to + 1] = rgb[from + 1] ?? 0;
    rgba[to + 2] = rgb[from + 2] ?? 0;
    rgba[to + 3] = 1;
  }
  opaqueColors.set(rgb, rgba);
  return rgba;
}

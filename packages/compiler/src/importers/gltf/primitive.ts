// One primitive → triangles with attributes. Points and lines yield undefined.

import type { PrimitiveModel } from '../../model/scene.js';
import type { Accessors } from './accessor.js';
import { AttributeReader } from './attributes.js';
import type { GltfFile } from './gltf-file.js';
import type { JsonNode } from './json-node.js';
import { repairNormals } from './repair-normals.js';
import { type BindingCache, readSkinWeights } from './skin-weights.js';
import { fanToList, stripToList } from './triangulate.js';
import { readVariantMaterials } from './variants.js';

const TRIANGLES = 4;
const TRIANGLE_STRIP = 5;
const TRIANGLE_FAN = 6;
const MODE_NAMES = ['points', 'lines', 'line loops', 'line strips'];
/** No file that means it has more, and one that does must not multiply the memory of every vertex. */
const MOST_SETS = 7;
/** Warnings are for people; a file of a thousand attributes gets one for the rest. */
const MOST_NAMED = 16;
const READ = new Set(['POSITION', 'NORMAL', 'TANGENT', 'TEXCOORD_0', 'COLOR_0']);

interface PrimitiveOptions {
  /** Shared by the primitives of a file. */
  readonly bindings: BindingCache;
  /** Whether further sets of texture coordinates and colours are wanted. */
  readonly moreSets: boolean;
}

export async function readPrimitive(
  file: GltfFile,
  accessors: Accessors,
  node: JsonNode,
  { bindings, moreSets }: PrimitiveOptions,
): Promise<PrimitiveModel | undefined> {
  const mode = node.get('mode')?.integer(0, 6) ?? TRIANGLES;
  if (mode < TRIANGLES) {
    file.warnOnce('gltf/skipped-primitive', node, `${MODE_NAMES[mode]} are left out`, String(mode));
    return undefined;
  }
  if (node.require('attributes').get('POSITION') === undefined) {
    file.warnOnce('gltf/skipped-primitive', node, 'a primitive without positions is left out', 'positions');
    return undefined;
  }
  const reader = await AttributeReader.open(file, accessors, node);
  const positions = await reader.positions();
  const corners = await reader.indices();
  const indices =
    mode === TRIANGLE_STRIP
      ? stripToList(corners)
      : mode === TRIANGLE_FAN
        ? fanToList(corners)
        : wholeTriangles(file, node, corners);
  if (indices.length === 0) {
    file.warnOnce('gltf/skipped-primitive', node, 'a primitive without triangles is left out', 'empty');
    return undefined;
  }
  const normals = await reader.floats('NORMAL', ['VEC3']);
  const tangents = await reader.floats('TANGENT', ['VEC4']);
  const uvs = await reader.floats('TEXCOORD_0', ['VEC2']);
  const colors = await reader.floats('COLOR_0', ['VEC3', 'VEC4']);
  const skin = await readSkinWeights(file, node, reader, bindings);
  const moreUvs = moreSets && uvs !== undefined ? await furtherSets(reader, 'TEXCOORD', ['VEC2']) : [];
  const moreColors = moreSets && colors !== undefined ? await furtherSets(reader, 'COLOR', ['VEC3', 'VEC4']) : [];
  warnAboutDropped(file, node, reader, [...setNames('TEXCOORD', moreUvs), ...setNames('COLOR', moreColors)]);
  const material = node.get('material');
  const variants = readVariantMaterials(file, node);
  return {
    origin: { pointer: node.pointer },
    positions,
    normals: normals === undefined ? undefined : withLength(file, node, positions, normals.values, indices),
    // glTF: tangents without normals are to be ignored.
    tangents: normals === undefined ? undefined : tangents?.values,
    uvs: uvs?.values,
    colors: colors === undefined ? undefined : asRgba(colors),
    ...(moreUvs.length === 0 ? {} : { moreUvs: moreUvs.map(({ values }) => values) }),
    ...(moreColors.length === 0 ? {} : { moreColors: moreColors.map(asRgba) }),
    joints: skin?.joints,
    weights: skin?.weights,
    indices,
    material: material === undefined ? undefined : file.follow(material, 'materials').index,
    ...(variants === undefined ? {} : { variants }),
  };
}

function withLength(
  file: GltfFile,
  node: JsonNode,
  positions: Float32Array,
  given: Float32Array,
  indices: Uint32Array,
): Float32Array {
  const { normals, count } = repairNormals(positions, given, indices);
  if (count > 0)
    file.warnOnce(
      'gltf/repaired-attribute',
      node,
      `${count} normals have no length; those of the triangles around them are used`,
      'NORMAL',
    );
  return normals;
}

function wholeTriangles(file: GltfFile, node: JsonNode, corners: Uint32Array): Uint32Array {
  const rest = corners.length % 3;
  if (rest === 0) return corners;
  file.warnOnce(
    'gltf/partial-triangles',
    node,
    `${corners.length} indices are no whole triangles; the last ${rest} are left out`,
  );
  return corners.subarray(0, corners.length - rest);
}

interface AttributeSet {
  readonly values: Float32Array;
  readonly components: number;
}

/** Sets 1, 2, … as far as they follow each other without a gap. */
async function furtherSets(
  reader: AttributeReader,
  name: string,
  types: readonly string[],
): Promise<readonly AttributeSet[]> {
  const sets: AttributeSet[] = [];
  for (;;) {
    const set = sets.length < MOST_SETS ? await reader.floats(`${name}_${sets.length + 1}`, types) : undefined;
    if (set === undefined) return sets;
    sets.push(set);
  }
}

const setNames = (name: string, sets: readonly AttributeSet[]): readonly string[] =>
  sets.map((_, i) => `${name}_${i + 1}`);

const asRgba = ({ values, components }: AttributeSet): Float32Array => (components === 4 ? values : withAlpha(values));

function warnAboutDropped(file: GltfFile, node: JsonNode, reader: AttributeReader, kept: readonly string[]): void {
  if ((node.get('targets')?.length ?? 0) > 0)
    file.warnOnce('gltf/dropped-morph-targets', node, 'morph targets are dropped');
  const dropped = reader.names.filter(
    (name) => !READ.has(name) && !kept.includes(name) && !/^(?:JOINTS|WEIGHTS)_\d+$/.test(name),
  );
  for (const name of dropped.slice(0, MOST_NAMED))
    file.warnOnce('gltf/dropped-attribute', node, `the vertex attribute ${name} is dropped`, name);
  if (dropped.length > MOST_NAMED)
    file.warnOnce(
      'gltf/dropped-attribute',
      node,
      `${dropped.length - MOST_NAMED} more vertex attributes are dropped`,
      'more',
    );
}

const opaque = new WeakMap<Float32Array, Float32Array>();

/** Remembered by array, as primitives may share one. */
function withAlpha(rgb: Float32Array): Float32Array {
  const known = opaque.get(rgb);
  if (known !== undefined) return known;
  const rgba = new Float32Array((rgb.length / 3) * 4);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
    rgba[to] = rgb[from] ?? 0;
    rgba[to + 1] = rgb[from + 1] ?? 0;
    rgba[to + 2] = rgb[from + 2] ?? 0;
    rgba[to + 3] = 1;
  }
  opaque.set(rgb, rgba);
  return rgba;
}

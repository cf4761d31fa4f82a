// Materials of a file, in glTF's terms. Their images are references: no pixel is decoded.

import { isNormalMap } from '../../../model/mode-of-source.js';
import { DEFAULT_FACTORS, type ImageModel, type MaterialModel } from '../../../model/scene/material.js';
import { materialValues } from '../animation/animated-values.js';
import type { AnimatedValue } from '../animation/pointer-channels.js';
import type { FbxDocument, FbxObject } from '../document/fbx-document.js';
import { childOf, textOf } from '../file/fbx-node.js';
import type { FbxContext, ImportContext } from '../import-context.js';
import { classicSurface } from './classic-surface.js';
import { ImageTable } from './image-table.js';
import { combineMaps, type FoundMaps, findMaps, type MapFinder } from './material-maps.js';
import { modelTexture } from './model-texture.js';
import { isShader, shaderSurface } from './shader-surface.js';
import { ShaderValues } from './shader-values.js';
import type { Surface } from './surface.js';
import { TextureFiles } from './texture-file.js';

interface FbxMaterials {
  readonly materials: readonly MaterialModel[];
  readonly images: readonly ImageModel[];
  /** The materials of a model by slot, into `materials`. */
  readonly materialsOf: (model: FbxObject) => readonly (number | undefined)[];
  /** What animation can change. */
  readonly values: readonly AnimatedValue[];
}

export const NO_MATERIALS: FbxMaterials = { materials: [], images: [], materialsOf: () => [], values: [] };

/** `bytes`: the whole file, of which the document's raw data are views. */
export async function readMaterials(
  source: FbxContext,
  context: ImportContext,
  document: FbxDocument,
  bytes: Uint8Array,
): Promise<FbxMaterials> {
  const images = new ImageTable();
  const finder: MapFinder = {
    context,
    document,
    images,
    files: new TextureFiles(source, document, bytes),
    isNormalMap: (path) => isNormalMap(source, path),
  };
  const isBlender = /blender/i.test(creatorOf(document));
  const materials: MaterialModel[] = [];
  const ofObject = new Map<FbxObject, number>();
  for (const object of document.objects) {
    if (object.kind !== 'Material') continue;
    ofObject.set(object, materials.length);
    const surface = surfaceOf(document, object, isBlender);
    materials.push(materialOf(finder, object, surface, await findMaps(finder, object, surface)));
  }
  const materialsOf = (model: FbxObject) =>
    document.childrenOf(model, 'Material', '').map(({ object }) => ofObject.get(object));
  const values = [...ofObject].flatMap(([object, index]) =>
    materialValues(index, object, (at) => surfaceOf(document, at, isBlender, object)),
  );
  return { materials, images: images.models, materialsOf, values };
}

function creatorOf({ file }: FbxDocument): string {
  const root = { children: file.nodes };
  const [creator] = childOf(root, 'Creator')?.values ?? [];
  const inHeader = textOf(childOf(root, 'FBXHeaderExtension'), 'Creator') ?? '';
  return `${typeof creator === 'string' ? creator : ''} ${inHeader}`;
}

/** `connected`: the object with the connections, if the properties are those of some time. */
function surfaceOf(document: FbxDocument, material: FbxObject, isBlender: boolean, connected = material): Surface {
  const values = new ShaderValues(document, material, connected);
  if (isShader(values) && !isClassic(material)) return shaderSurface(values);
  const surface = classicSurface(document, material, isBlender, connected);
  const texture = surface.maps.baseColor ?? modelTexture(document, connected);
  return texture === undefined ? surface : { ...surface, maps: { ...surface.maps, baseColor: texture } };
}

/** MotionBuilder keeps the values of a shader that it does not know, and shows the classic ones. */
function isClassic({ node, properties }: FbxObject): boolean {
  const model = textOf(node, 'ShadingModel') ?? properties.text('ShadingModel') ?? 'unknown';
  return !/^unknown$/i.test(model) && properties.own.some(({ name }) => name === 'DiffuseColor');
}

/** A map replaces the value that it is connected to. */
function materialOf(finder: MapFinder, { name, place }: FbxObject, surface: Surface, maps: FoundMaps): MaterialModel {
  const [r, g, b] = maps.baseColor === undefined ? surface.baseColor : [1, 1, 1];
  const opacity = maps.opacity === undefined ? surface.opacity : 1;
  const isMasked = maps.opacity !== undefined || surface.opacity < 1;
  const strength = surface.emissiveStrength || 1;
  const emissive = maps.emissive === undefined ? surface.emissive : ([strength, strength, strength] as const);
  return {
    ...DEFAULT_FACTORS,
    name,
    baseColorFactor: [r, g, b, opacity],
    emissiveFactor: emissive,
    metallicFactor: maps.metallic === undefined ? surface.metallic : 1,
    roughnessFactor: maps.roughness === undefined && maps.glossiness === undefined ? surface.roughness : 1,
    normalScale: maps.normal === undefined ? 1 : surface.normalScale,
    occlusionStrength: surface.occlusionStrength,
    alphaCutoff: surface.alphaCutoff,
    alphaMode: surface.alphaMode ?? (isMasked ? 'blend' : 'opaque'),
    doubleSided: surface.doubleSided,
    textures: combineMaps(finder, { name, place }, maps),
    ...(surface.extensions === undefined ? {} : { extensions: surface.extensions }),
  };
}

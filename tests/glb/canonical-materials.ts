// Materials of a glTF as texts that are equal if the materials look the same: as glTF-Transform writes them, textures by how
// they are sampled instead of by number, emission as one product.

import { type Document, type Material, NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';

type Fields = { [key: string]: unknown };

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The text of each material, in the order of the document. */
export async function canonicalMaterials(document: Document): Promise<ReadonlyMap<Material | null, string>> {
  for (const extension of document.getRoot().listExtensionsUsed())
    if (/draco|meshopt|quantization/.test(extension.extensionName)) extension.dispose();
  const { json } = await new NodeIO().registerExtensions(ALL_EXTENSIONS).writeJSON(document, { basename: 'x' });
  const texts = document
    .getRoot()
    .listMaterials()
    .map((material, i): [Material | null, string] => {
      const fields: Fields = { ...json.materials?.[i] };
      const moved = transformOf(json.materials?.[i]?.pbrMetallicRoughness?.baseColorTexture);
      return [material, JSON.stringify(sorted(withEmission(resolve(fields, json, moved), material)))];
    });
  return new Map<Material | null, string>([...texts, [null, 'none']]);
}

function withEmission(value: unknown, material: Material): unknown {
  if (!isFields(value)) return value;
  const { emissiveFactor: _f, name: _n, extras: _e, extensions, ...rest } = value;
  const { KHR_materials_emissive_strength: _s, ...others } = isFields(extensions) ? extensions : {};
  const strength = material.getExtension('KHR_materials_emissive_strength');
  const factor = strength !== null && 'getEmissiveStrength' in strength ? Number(strengthOf(strength)) : 1;
  const emission = material.getEmissiveFactor().map((n) => rounded(n * factor));
  const kept = Object.keys(others).length === 0 ? {} : { extensions: others };
  const { alphaCutoff, ...more } = rest;
  return { ...more, ...kept, ...(value.alphaMode === 'MASK' ? { alphaCutoff: alphaCutoff ?? 0.5 } : {}), emission };
}

const strengthOf = (extension: object): unknown =>
  'getEmissiveStrength' in extension && typeof extension.getEmissiveStrength === 'function'
    ? extension.getEmissiveStrength()
    : 1;

const rounded = (value: number): number => Number(Math.fround(value).toPrecision(5));

interface Json {
  readonly textures?: readonly { readonly sampler?: number; readonly name?: string }[];
  readonly samplers?: readonly object[];
}

/** Linear filters with mips are the default of all engines. */
function samplerOf(sampler: object | undefined): Fields {
  const { name: _, magFilter, minFilter, ...wraps }: Fields = { ...sampler };
  return {
    wrapS: 10497,
    wrapT: 10497,
    ...wraps,
    ...(magFilter === 9729 ? {} : { magFilter }),
    ...(minFilter === 9987 ? {} : { minFilter }),
  };
}

/** A transform as text; empty if it changes nothing. */
function transformOf(info: unknown): string | undefined {
  const extensions = isFields(info) && isFields(info.extensions) ? info.extensions : {};
  const transform = extensions.KHR_texture_transform;
  if (!isFields(transform)) return undefined;
  const { texCoord: _, ...rest } = transform;
  return Object.keys(rest).length === 0 ? undefined : JSON.stringify(sorted(rest));
}

/**
 * Replaces numbers of textures by their samplers. A transform like that of the base color, `moved`, is left out: it is
 * in the texture coordinates that are compared.
 */
function resolve(value: unknown, json: Json, moved: string | undefined): unknown {
  if (typeof value === 'number') return rounded(value);
  if (Array.isArray(value)) return value.map((each) => resolve(each, json, moved));
  if (!isFields(value)) return value;
  const out: Fields = {};
  const own = transformOf(value);
  for (const [key, each] of Object.entries(value)) {
    if (key === 'extensions' && 'index' in value && (own === undefined || own === moved)) continue;
    if (key === 'index' && typeof each === 'number') {
      out.sampler = samplerOf(json.samplers?.[json.textures?.[each]?.sampler ?? -1]);
    } else out[key] = resolve(each, json, moved);
  }
  return out;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}

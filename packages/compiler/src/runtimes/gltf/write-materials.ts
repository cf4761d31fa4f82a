// Writes rows of `.hmat` and `.hmatx` as materials of glTF: row i is material i. Default values are omitted.

import {
  type Hmatx,
  MATERIAL_EXTENSIONS,
  type Material,
  type MaterialExtension,
  type MaterialExtras,
  type MaterialTextureSlot,
  materialExtras,
  type ScenePropertyName,
} from '@assetc/formats';
import type { GlbBuilder } from './glb-builder.js';
import { type Json, type JsonObject, named, shortFloat, shortFloats } from './gltf-json.js';
import { EXTENSION_SPELLINGS, extensionFields } from './material-extensions.js';
import { plainUse, type TextureUse, type TextureWriter } from './write-textures.js';

interface MaterialSources {
  readonly rows: readonly Material[];
  readonly extras: Hmatx | undefined;
  readonly names: readonly string[];
  /** The properties of a row that clips animate, and its maximum emission. */
  animatedBy(row: number): { readonly properties: ReadonlySet<ScenePropertyName>; readonly brightest: number };
  extrasOf(row: number): Json | undefined;
}

type Uses = { readonly [slot in MaterialTextureSlot]?: TextureUse };

interface MaterialNeeds {
  /** Sets of texture coordinates. */
  readonly uvSets: number;
  /** The emissive factor is written relative to this. */
  readonly strength: number;
}

/** One for each row. */
export async function writeMaterials(
  builder: GlbBuilder,
  textures: TextureWriter,
  sources: MaterialSources,
): Promise<readonly MaterialNeeds[]> {
  const needs: MaterialNeeds[] = [];
  for (const [row, material] of sources.rows.entries()) {
    const extras: MaterialExtras = sources.extras ? materialExtras(sources.extras, row) : { textures: {} };
    const uses = usesOf(material, extras);
    const { properties, brightest } = sources.animatedBy(row);
    const strength = Math.max(1, brightest, ...material.emissiveFactor);
    const writer = new MaterialWriter(builder, textures, uses, properties);
    const json = await writer.material(material, strength, extras);
    builder.lists.materials.push({ ...named(sources.names[row]), ...json, extras: sources.extrasOf(row) });
    needs.push({ strength, uvSets: Object.values(uses).reduce((most, { uvSet }) => Math.max(most, uvSet + 1), 0) });
  }
  return needs;
}

/** A row with any use in `.hmatx` has all of them there. */
function usesOf(material: Material, { textures }: MaterialExtras): Uses {
  if (Object.keys(textures).length > 0) return textures;
  const use = (texture: bigint): TextureUse | undefined => (texture === 0n ? undefined : plainUse(texture));
  const plain = {
    baseColor: use(material.baseColorTex),
    metallicRoughness: use(material.metallicRoughnessTex),
    normal: use(material.normalTex),
    occlusion: use(material.occlusionTex),
    emissive: use(material.emissiveTex),
  };
  return Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
}

class MaterialWriter {
  readonly #builder: GlbBuilder;
  readonly #textures: TextureWriter;
  readonly #uses: Uses;
  readonly #animated: ReadonlySet<string>;

  constructor(builder: GlbBuilder, textures: TextureWriter, uses: Uses, animated: ReadonlySet<string>) {
    this.#builder = builder;
    this.#textures = textures;
    this.#uses = uses;
    this.#animated = animated;
  }

  /** Factors of glTF are at most 1; brighter emission uses the strength. */
  async material(row: Material, strength: number, extras: MaterialExtras): Promise<JsonObject> {
    const extensions: Record<string, JsonObject> = {};
    if (strength !== 1) {
      this.#builder.use('KHR_materials_emissive_strength');
      extensions.KHR_materials_emissive_strength = { emissiveStrength: shortFloat(strength) };
    }
    const core = {
      pbrMetallicRoughness: {
        baseColorFactor: unless(row.baseColorFactor, [1, 1, 1, 1]),
        metallicFactor: unlessOne(row.metallicFactor),
        roughnessFactor: unlessOne(row.roughnessFactor),
        baseColorTexture: await this.#info('baseColor'),
        metallicRoughnessTexture: await this.#info('metallicRoughness'),
      },
      normalTexture: await this.#info('normal', { scale: unlessOne(row.normalScale) }),
      occlusionTexture: await this.#info('occlusion', { strength: unlessOne(row.occlusionStrength) }),
      emissiveTexture: await this.#info('emissive'),
      emissiveFactor: unless(
        row.emissiveFactor.map((value) => value / strength),
        [0, 0, 0],
      ),
      alphaMode: row.alphaMode === 'OPAQUE' ? undefined : row.alphaMode,
      alphaCutoff: row.alphaMode === 'MASK' && row.alphaCutoff !== 0.5 ? shortFloat(row.alphaCutoff) : undefined,
      doubleSided: row.doubleSided ? true : undefined,
    };
    for (const name of MATERIAL_EXTENSIONS) {
      const json = await this.#extension(name, extras);
      if (json !== undefined) extensions[EXTENSION_SPELLINGS[name].name] = json;
    }
    return { ...core, extensions: Object.keys(extensions).length === 0 ? undefined : extensions };
  }

  async #extension(name: MaterialExtension, extras: MaterialExtras): Promise<JsonObject | undefined> {
    const row = extras[name];
    if (row === undefined) return undefined;
    const spelling = EXTENSION_SPELLINGS[name];
    this.#builder.use(spelling.name);
    const out: Record<string, Json | undefined> = extensionFields(name, row);
    for (const [field, slot] of Object.entries(spelling.textures)) {
      const scale = slot === 'clearcoatNormal' ? { scale: unlessOne(extras.clearcoat?.normalScale ?? 1) } : {};
      out[field] = await this.#info(slot, scale);
    }
    return out;
  }

  async #info(slot: MaterialTextureSlot, more: JsonObject = {}): Promise<JsonObject | undefined> {
    const use = this.#uses[slot];
    if (use === undefined) return undefined;
    const isMoving = ['offset', 'scale', 'rotation'].some((part) => this.#animated.has(`textures.${slot}.${part}`));
    const info = await this.#textures.info(use, isMoving);
    return info && { ...info, ...more };
  }
}

const unlessOne = (value: number): number | undefined => (value === 1 ? undefined : shortFloat(value));

const unless = (values: readonly number[], usual: readonly number[]): readonly number[] | undefined =>
  values.every((value, i) => value === usual[i]) ? undefined : shortFloats(values);

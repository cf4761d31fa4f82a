// Compiles materials in use to rows of an .hmat, and a texture job for each of their images.

import { type HmatxModel, hashToHex, type Material, pathRef, textureRef } from '@assetc/formats';
import type { ImageSource, TextureNaming, TextureParams } from '../../model/image/texture-params.js';
import type { CompileContext } from '../../model/kind/compile-context.js';
import type { ResolvedSettings, SettingsGroup } from '../../model/kind/setting.js';
import { type ImageModel, type MaterialModel, TEXTURE_SLOTS, type TextureSlot } from '../../model/scene/material.js';
import type { Json } from '../../model/text/json.js';
import { materialExtras } from './material-extras.js';
import { type ModeConflict, type PlannedTexture, planTextures } from './plan-textures.js';
import { sharedTextureRef } from './shared-texture.js';

interface CompiledMaterials {
  /** Row i is material slot i. */
  readonly rows: readonly Material[];
  /** What the rows cannot store; undefined if there is nothing. */
  readonly extras: HmatxModel | undefined;
  /** Hashes of the textures that the rows refer to, in order of first use. */
  readonly textures: readonly bigint[];
  /** By image: the texture's file, relative to the output root, and its hash. */
  readonly files: ReadonlyMap<number, TextureFile>;
}

interface TextureFile {
  readonly path: string;
  readonly ref: bigint;
}

const ALPHA_MODES = { opaque: 'OPAQUE', mask: 'MASK', blend: 'BLEND' } as const;
const MODE_NAMES = { color: 'color', linear: 'linear data', normal: 'a normal map', grayscale: 'grayscale' } as const;

/** What the material compiler needs to know about textures. */
interface TextureRules {
  /** The declaration of the built-in settings. */
  readonly group: Pick<SettingsGroup, 'name' | 'settings'>;
  /** By the resolved `store`. */
  isShared(settings: ResolvedSettings): boolean;
  /** By the resolved `format`. */
  namingOf(settings: ResolvedSettings): TextureNaming;
}

/** `order`: the materials in use, row by row. */
export async function compileMaterials(
  scene: { readonly materials: readonly MaterialModel[]; readonly images: readonly (ImageModel | undefined)[] },
  order: readonly number[],
  context: Pick<CompileContext, 'path' | 'base' | 'sourceRef' | 'settingsFor' | 'readRef' | 'derive' | 'warn'>,
  rules: TextureRules,
): Promise<CompiledMaterials> {
  const planned = planTextures(scene.materials, order, (conflict) =>
    warnAboutModes(scene.materials, conflict, context),
  );
  const files = new Map<number, TextureFile>();
  for (const texture of planned) {
    const image = scene.images[texture.image];
    if (image === undefined) throw new Error(`image ${texture.image} is in use, but was not read`);
    files.set(texture.image, await deriveTexture(texture, image, context, rules));
  }
  const refOf = (image: number): bigint => files.get(image)?.ref ?? 0n;
  const rows = order.map((index) => materialRow(scene.materials[index], refOf));
  const extras = materialExtras(
    order.flatMap((index) => scene.materials[index] ?? []),
    refOf,
  );
  return { rows, extras, textures: texturesOf(rows), files };
}

/** Hashes that rows refer to, each once. */
export const texturesOf = (rows: readonly Material[]): readonly bigint[] => [
  ...new Set(rows.flatMap((row) => TEXTURE_SLOTS.map((slot) => row[`${slot}Tex`])).filter((ref) => ref !== 0n)),
];

/** A row with its texture refs; `refOf` maps an image index to its hash. */
export function materialRow(material: MaterialModel | undefined, refOf: (image: number) => bigint): Material {
  if (material === undefined) throw new Error('a material in use is missing');
  const { name: _, textures, extensions: _extensions, movesTextures: _moves, alphaMode, ...factors } = material;
  const refs: { [slot in `${TextureSlot}Tex`]: bigint } = {
    baseColorTex: 0n,
    metallicRoughnessTex: 0n,
    normalTex: 0n,
    occlusionTex: 0n,
    emissiveTex: 0n,
  };
  for (const slot of TEXTURE_SLOTS) {
    const image = textures[slot]?.image;
    if (image !== undefined) refs[`${slot}Tex`] = refOf(image);
  }
  return { ...factors, ...refs, alphaMode: ALPHA_MODES[alphaMode] };
}

/** How the images of a model are named. */
export const textureName = (image: number): string => `tex_${image}`;

/** What a texture job needs to know, apart from the names of files. */
export function textureParams(
  { mode, alphaCutoff, alpha }: PlannedTexture,
  { source, ignoresProfile }: ImageModel,
): TextureParams {
  const ignores = ignoresProfile === true && mode === 'color' ? { ignoresProfile } : {};
  const known = alpha === undefined ? {} : { alpha };
  return { mode, alphaCutoff, image: source, ...known, ...ignores };
}

async function deriveTexture(
  planned: PlannedTexture,
  model: ImageModel,
  context: Pick<CompileContext, 'path' | 'base' | 'sourceRef' | 'settingsFor' | 'readRef' | 'derive'>,
  rules: TextureRules,
): Promise<TextureFile> {
  const { image } = planned;
  const name = textureName(image);
  const { name: group } = rules.group;
  const resolved = (setting: string) => context.settingsFor(name, [setting]);
  // Only a shared texture is named by all of its settings; reading them otherwise would rebuild the model needlessly.
  const isShared = rules.isShared(resolved(`${group}.store`));
  const naming = rules.namingOf(resolved(`${group}.format`));
  const baseParams = textureParams(planned, model);
  const hash = isShared
    ? await sharedTextureRef(baseParams, resolved(group)[group] ?? {}, rules.group, (bytes) => context.readRef(bytes))
    : textureRef(context.sourceRef, image);
  const base = isShared ? `tex/${hashToHex(hash)}` : `${context.base}/${name}`;
  // A texture that several models share belongs to none of them: it names itself.
  const original = isShared ? base : 'whole' in model.source ? model.source.whole.file : context.path;
  const params: TextureParams = { ...baseParams, ...(naming.namesSource ? { original } : {}) };
  context.derive({ kind: 'texture', name, base, params: paramsJson(params) });
  const path = base + naming.suffix;
  return { path, ref: naming.isNamedByPath ? pathRef(path) : hash };
}

/** Interfaces have no index signature, so TypeScript cannot see that the params are JSON. */
export function paramsJson({ mode, alphaCutoff, alpha, image, ignoresProfile, original }: TextureParams): Json {
  return {
    mode,
    alphaCutoff,
    image: imageJson(image),
    ...(alpha === undefined ? {} : { alpha }),
    ...(ignoresProfile === undefined ? {} : { ignoresProfile }),
    ...(original === undefined ? {} : { original }),
  };
}

function imageJson(image: ImageSource): Json {
  if ('whole' in image) return { whole: { ...image.whole } };
  if ('specular' in image) return { specular: { ...image.specular } };
  if ('glossiness' in image) return { glossiness: { ...image.glossiness }, factor: image.factor };
  if ('opacity' in image)
    return { color: image.color === null ? null : { ...image.color }, opacity: { ...image.opacity } };
  return {
    roughness: image.roughness === null ? null : { ...image.roughness },
    metallic: image.metallic === null ? null : { ...image.metallic },
  };
}

function warnAboutModes(
  materials: readonly MaterialModel[],
  { image, kept, first, second }: ModeConflict,
  context: Pick<CompileContext, 'path' | 'warn'>,
): void {
  const named = (index: number): string => materials[index]?.name || `material_${index}`;
  context.warn({
    code: 'material/two-modes',
    file: context.path,
    message:
      `image ${image} is ${first.slot} of ${named(first.material)} and ${second.slot} of ${named(second.material)}; ` +
      `it is encoded as ${MODE_NAMES[kept]} for both`,
  });
}

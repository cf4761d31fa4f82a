// Compares the extended materials of a compiled model with glTF-Transform: every field of every extension,
// every texture with its coordinates, transform and sampler, and variants.

import { type MaterialTextureSlot, type MaterialTextureUse, materialExtras, textureRef } from '@assetc/formats';
import type { Document, Material, Texture, TextureInfo } from '@gltf-transform/core';
import type {
  Anisotropy,
  Clearcoat,
  DiffuseTransmission,
  Dispersion,
  IOR,
  Iridescence,
  MappingList,
  Sheen,
  Specular,
  Transform,
  Transmission,
  Volume,
} from '@gltf-transform/extensions';
import { expect } from 'vitest';
import type { BytesRef } from '../../../packages/compiler/src/model/kind/bytes-ref.js';
import type { CompiledModel } from '../../support/compile-model.js';
import { drawsOf, linesOf, type OracleDraw } from '../../support/gltf-oracle.js';

interface OracleUse {
  readonly texture: Texture;
  readonly info: TextureInfo;
}

const uses = (...slots: readonly (readonly [MaterialTextureSlot, Texture | null, TextureInfo | null])[]) =>
  slots.flatMap(([slot, texture, info]): [MaterialTextureSlot, OracleUse][] =>
    texture === null || info === null ? [] : [[slot, { texture, info }]],
  );

function extensionsOf(material: Material) {
  return {
    anisotropy: material.getExtension<Anisotropy>('KHR_materials_anisotropy'),
    clearcoat: material.getExtension<Clearcoat>('KHR_materials_clearcoat'),
    diffuse: material.getExtension<DiffuseTransmission>('KHR_materials_diffuse_transmission'),
    dispersion: material.getExtension<Dispersion>('KHR_materials_dispersion'),
    ior: material.getExtension<IOR>('KHR_materials_ior'),
    iridescence: material.getExtension<Iridescence>('KHR_materials_iridescence'),
    sheen: material.getExtension<Sheen>('KHR_materials_sheen'),
    specular: material.getExtension<Specular>('KHR_materials_specular'),
    transmission: material.getExtension<Transmission>('KHR_materials_transmission'),
    unlit: material.getExtension('KHR_materials_unlit'),
    volume: material.getExtension<Volume>('KHR_materials_volume'),
  };
}

function texturesOf(m: Material): ReadonlyMap<MaterialTextureSlot, OracleUse> {
  const { anisotropy, clearcoat, diffuse, iridescence, sheen, specular, transmission, volume } = extensionsOf(m);
  return new Map([
    ...uses(
      ['baseColor', m.getBaseColorTexture(), m.getBaseColorTextureInfo()],
      ['metallicRoughness', m.getMetallicRoughnessTexture(), m.getMetallicRoughnessTextureInfo()],
      ['normal', m.getNormalTexture(), m.getNormalTextureInfo()],
      ['occlusion', m.getOcclusionTexture(), m.getOcclusionTextureInfo()],
      ['emissive', m.getEmissiveTexture(), m.getEmissiveTextureInfo()],
    ),
    ...(anisotropy
      ? uses(['anisotropy', anisotropy.getAnisotropyTexture(), anisotropy.getAnisotropyTextureInfo()])
      : []),
    ...(clearcoat
      ? uses(
          ['clearcoat', clearcoat.getClearcoatTexture(), clearcoat.getClearcoatTextureInfo()],
          [
            'clearcoatRoughness',
            clearcoat.getClearcoatRoughnessTexture(),
            clearcoat.getClearcoatRoughnessTextureInfo(),
          ],
          ['clearcoatNormal', clearcoat.getClearcoatNormalTexture(), clearcoat.getClearcoatNormalTextureInfo()],
        )
      : []),
    ...(diffuse
      ? uses(
          ['diffuseTransmission', diffuse.getDiffuseTransmissionTexture(), diffuse.getDiffuseTransmissionTextureInfo()],
          [
            'diffuseTransmissionColor',
            diffuse.getDiffuseTransmissionColorTexture(),
            diffuse.getDiffuseTransmissionColorTextureInfo(),
          ],
        )
      : []),
    ...(iridescence
      ? uses(
          ['iridescence', iridescence.getIridescenceTexture(), iridescence.getIridescenceTextureInfo()],
          [
            'iridescenceThickness',
            iridescence.getIridescenceThicknessTexture(),
            iridescence.getIridescenceThicknessTextureInfo(),
          ],
        )
      : []),
    ...(sheen
      ? uses(
          ['sheenColor', sheen.getSheenColorTexture(), sheen.getSheenColorTextureInfo()],
          ['sheenRoughness', sheen.getSheenRoughnessTexture(), sheen.getSheenRoughnessTextureInfo()],
        )
      : []),
    ...(specular
      ? uses(
          ['specular', specular.getSpecularTexture(), specular.getSpecularTextureInfo()],
          ['specularColor', specular.getSpecularColorTexture(), specular.getSpecularColorTextureInfo()],
        )
      : []),
    ...(transmission
      ? uses(['transmission', transmission.getTransmissionTexture(), transmission.getTransmissionTextureInfo()])
      : []),
    ...(volume ? uses(['thickness', volume.getThicknessTexture(), volume.getThicknessTextureInfo()]) : []),
  ]);
}

const WRAPS: Readonly<Record<number, string>> = { 10497: 'repeat', 33071: 'clamp', 33648: 'mirror' };
const FILTERS: Readonly<Record<number, string>> = {
  9728: 'nearest',
  9729: 'linear',
  9984: 'nearest-mip-nearest',
  9985: 'linear-mip-nearest',
  9986: 'nearest-mip-linear',
  9987: 'linear-mip-linear',
};

interface Expected {
  readonly uvSet: number;
  readonly wrapS: string;
  readonly wrapT: string;
  readonly minFilter: string;
  readonly magFilter: string;
  readonly offset: readonly number[];
  readonly scale: readonly number[];
  readonly rotation: number;
}

function expectedUse({ info }: OracleUse): Expected {
  const transform = info.getExtension<Transform>('KHR_texture_transform');
  return {
    uvSet: transform?.getTexCoord() ?? info.getTexCoord(),
    wrapS: WRAPS[info.getWrapS()] ?? '',
    wrapT: WRAPS[info.getWrapT()] ?? '',
    minFilter: FILTERS[info.getMinFilter() ?? 0] ?? 'unset',
    magFilter: FILTERS[info.getMagFilter() ?? 0] ?? 'unset',
    offset: (transform?.getOffset() ?? [0, 0]).map(Math.fround),
    scale: (transform?.getScale() ?? [1, 1]).map(Math.fround),
    rotation: Math.fround(transform?.getRotation() ?? 0),
  };
}

const still = { offset: [0, 0], scale: [1, 1], rotation: 0 };
const movementOf = ({ offset, scale, rotation }: Expected): string => JSON.stringify([offset, scale, rotation]);

/** The transform that all textures of a material share: it is applied to the coordinates. */
function bakedTransform(material: Material | null): Expected | undefined {
  const all = material === null ? [] : [...texturesOf(material).values()].map(expectedUse);
  const [first] = all;
  return first !== undefined && new Set(all.map(movementOf)).size === 1 ? first : undefined;
}

/** The corners of a draw as they are after baking, by the matrices of the extension. */
export function withBakedUvs({ material, corners }: OracleDraw): Float64Array {
  const transform = bakedTransform(material);
  if (transform === undefined) return corners;
  const { offset, scale, rotation } = transform;
  const moved = corners.slice();
  for (let i = 6; i < moved.length; i += 8) {
    const [u, v] = [(corners[i] ?? 0) * (scale[0] ?? 1), (corners[i + 1] ?? 0) * (scale[1] ?? 1)];
    moved[i] = (offset[0] ?? 0) + Math.cos(rotation) * u + Math.sin(rotation) * v;
    moved[i + 1] = (offset[1] ?? 0) - Math.sin(rotation) * u + Math.cos(rotation) * v;
  }
  return moved;
}

const mappingsOf = ({ primitive }: OracleDraw) =>
  primitive.getExtension<MappingList>('KHR_materials_variants')?.listMappings() ?? [];

/** Row by row: those of draws by first use, then those of variants. */
export function materialsInUse(document: Document): readonly Material[] {
  const draws = drawsOf(document);
  const own = [...draws, ...linesOf(document)].flatMap(({ material }) => material ?? []);
  const others = draws.flatMap((draw) => mappingsOf(draw).flatMap((mapping) => mapping.getMaterial() ?? []));
  return [...new Set([...own, ...others])];
}

export async function compareMaterialExtras(model: CompiledModel, document: Document): Promise<void> {
  const materials = materialsInUse(document);
  for (const [row, material] of materials.entries()) {
    const extras = model.extras === undefined ? undefined : materialExtras(model.extras, row);
    compareExtensions(extras ?? {}, material);
    const baked = bakedTransform(material);
    const expected = [...texturesOf(material)].map(([slot, use]) => ({
      slot,
      use,
      how: { ...expectedUse(use), ...(baked === undefined ? {} : still) },
    }));
    const isNeeded = expected.some(({ slot, how }) => !isUsual(how) || !/^(?:base|metal|normal|occl|emis)/.test(slot));
    const actual = extras?.textures ?? {};
    expect(Object.keys(actual).sort(), `slots of row ${row}`).toEqual(
      isNeeded ? expected.map(({ slot }) => slot).sort() : [],
    );
    for (const { slot, use, how } of isNeeded ? expected : []) {
      expect(actual[slot], `${slot} of row ${row}`).toMatchObject(how);
      await compareImage(model, actual[slot], use.texture);
    }
  }
  compareVariants(model, document, materials);
}

function isUsual({ uvSet, wrapS, wrapT, minFilter, magFilter, ...movement }: Expected): boolean {
  return (
    uvSet === 0 &&
    wrapS === 'repeat' &&
    wrapT === 'repeat' &&
    ['unset', 'linear-mip-linear'].includes(minFilter) &&
    ['unset', 'linear'].includes(magFilter) &&
    JSON.stringify(movement) === JSON.stringify(still)
  );
}

async function compareImage(
  { context }: CompiledModel,
  use: MaterialTextureUse | undefined,
  texture: Texture,
): Promise<void> {
  const derived = context.derived.find(
    ({ name }) => textureRef(context.sourceRef, Number(name.slice('tex_'.length))) === use?.texture,
  );
  const params = derived?.params as { readonly image: { readonly whole: BytesRef } } | undefined;
  expect(params).toBeDefined();
  if (params === undefined) return;
  expect(Buffer.compare(await context.readRef(params.image.whole), texture.getImage() ?? new Uint8Array(0))).toBe(0);
}

type Extras = Partial<Omit<ReturnType<typeof materialExtras>, 'textures'>>;

function compareExtensions(extras: Extras, material: Material): void {
  const e = extensionsOf(material);
  const f = Math.fround;
  const expected = {
    anisotropy: e.anisotropy && {
      strength: f(e.anisotropy.getAnisotropyStrength()),
      rotation: f(e.anisotropy.getAnisotropyRotation()),
    },
    clearcoat: e.clearcoat && {
      factor: f(e.clearcoat.getClearcoatFactor()),
      roughness: f(e.clearcoat.getClearcoatRoughnessFactor()),
      normalScale: f(e.clearcoat.getClearcoatNormalScale()),
    },
    diffuseTransmission: e.diffuse && {
      factor: f(e.diffuse.getDiffuseTransmissionFactor()),
      color: e.diffuse.getDiffuseTransmissionColorFactor().map(f),
    },
    dispersion: e.dispersion && { dispersion: f(e.dispersion.getDispersion()) },
    ior: e.ior && { ior: f(e.ior.getIOR()) },
    iridescence: e.iridescence && {
      factor: f(e.iridescence.getIridescenceFactor()),
      ior: f(e.iridescence.getIridescenceIOR()),
      thicknessMin: f(e.iridescence.getIridescenceThicknessMinimum()),
      thicknessMax: f(e.iridescence.getIridescenceThicknessMaximum()),
    },
    sheen: e.sheen && {
      roughness: f(e.sheen.getSheenRoughnessFactor()),
      color: e.sheen.getSheenColorFactor().map(f),
    },
    specular: e.specular && {
      factor: f(e.specular.getSpecularFactor()),
      color: e.specular.getSpecularColorFactor().map(f),
    },
    transmission: e.transmission && { factor: f(e.transmission.getTransmissionFactor()) },
    unlit: e.unlit && {},
    volume: e.volume && {
      thickness: f(e.volume.getThicknessFactor()),
      attenuationDistance: finiteOrZero(e.volume.getAttenuationDistance()),
      attenuationColor: e.volume.getAttenuationColor().map(f),
    },
  };
  for (const name of Object.keys(expected) as (keyof typeof expected)[]) {
    const actual = extras[name];
    const { row: _, ...fields } = actual ?? { row: 0 };
    expect(actual === undefined ? null : fields, name).toEqual(expected[name]);
  }
}

const finiteOrZero = (n: number): number => (Number.isFinite(n) ? Math.fround(n) : 0);

function compareVariants(model: CompiledModel, document: Document, materials: readonly Material[]): void {
  const names = new Set<string>();
  const maps = drawsOf(document).flatMap((draw, submesh) =>
    mappingsOf(draw).flatMap((mapping) =>
      mapping.listVariants().map((variant) => {
        names.add(variant.getName());
        const material = mapping.getMaterial();
        return { name: variant.getName(), submesh, row: material === null ? -1 : materials.indexOf(material) };
      }),
    ),
  );
  const { variants } = model.extras ?? {};
  const actual = (variants?.maps ?? []).map(({ variant, ...map }) => ({ name: variants?.names[variant], ...map }));
  const key = (map: { readonly name: string | undefined; readonly submesh: number }): string =>
    `${map.name} ${map.submesh}`;
  const sorted = <T extends { readonly name: string | undefined; readonly submesh: number }>(list: readonly T[]) =>
    [...list].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  expect(sorted(actual)).toEqual(sorted(maps));
  for (const name of names) expect(variants?.names).toContain(name);
}

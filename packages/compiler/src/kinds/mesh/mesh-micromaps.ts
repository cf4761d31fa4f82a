// Adds opacity micromaps to a compiled mesh, if the settings ask for them. Images are read as the texture jobs read them, so that their bytes and
// settings are in the mesh's cache key.

import { paramsJson, textureName, textureParams } from '../../compilers/material/compile-materials.js';
import { planTextures } from '../../compilers/material/plan-textures.js';
import type { CompiledMesh } from '../../compilers/mesh/join/join-mesh.js';
import { bakeMicromaps } from '../../compilers/mesh/micromaps/bake-micromaps.js';
import type { MaskedOpacity, Opacity, OpacityImage } from '../../compilers/mesh/micromaps/opacity.js';
import type { MeshSettings } from '../../compilers/mesh/settings.js';
import type { CompileContext } from '../../model/kind/compile-context.js';
import type { MaterialModel } from '../../model/scene/material.js';
import type { SceneModel } from '../../model/scene/scene.js';
import { opacityOfTexture } from '../texture-opacity.js';

export async function addMicromaps(
  mesh: CompiledMesh,
  scene: SceneModel,
  { level, states }: MeshSettings['micromaps'],
  context: CompileContext,
): Promise<CompiledMesh> {
  const images = await opacityImages(mesh, scene, context);
  const opacities = mesh.materials.map((material) => opacityOf(scene.materials[material], images));
  const rows = new Map(mesh.materials.map((material, row) => [material, row]));
  const ofSubmeshes = mesh.model.submeshes.map(({ materialSlot }, submesh): Opacity => {
    const own = opacities[materialSlot] ?? 'opaque';
    const others = mesh.variants.filter((variant) => variant.submesh === submesh);
    return others.every(({ material }) => opacities[rows.get(material) ?? -1] === own) ? own : 'unknown';
  });
  if (ofSubmeshes.every((opacity) => opacity === 'opaque')) return mesh;
  const step = (): void => context.signal.throwIfAborted();
  const micromaps = bakeMicromaps(mesh.model, ofSubmeshes, { level, states: states === 2 ? 2 : 4 }, step);
  return { ...mesh, model: { ...mesh.model, micromaps } };
}

/** The alpha of each image that a masked material in use shows. */
async function opacityImages(
  { materials }: CompiledMesh,
  scene: SceneModel,
  context: CompileContext,
): Promise<ReadonlyMap<number, OpacityImage | undefined>> {
  const wanted = new Set(materials.flatMap((material) => maskOf(scene.materials[material]) ?? []));
  const images = new Map<number, OpacityImage | undefined>();
  for (const planned of planTextures(scene.materials, materials, () => {})) {
    const { image, mode } = planned;
    const model = scene.images[image];
    if (!wanted.has(image) || model === undefined) continue;
    const params = paramsJson(textureParams(planned, model));
    images.set(image, await opacityOfTexture(context, { name: textureName(image), mode, params }));
  }
  return images;
}

const maskOf = (material: MaterialModel | undefined): number | undefined =>
  material?.alphaMode === 'mask' ? material.textures.baseColor?.image : undefined;

function opacityOf(
  material: MaterialModel | undefined,
  images: ReadonlyMap<number, OpacityImage | undefined>,
): Opacity {
  if (material === undefined || material.alphaMode === 'opaque') return 'opaque';
  if (material.alphaMode === 'blend' || material.movesTextures === true) return 'unknown';
  const use = material.textures.baseColor;
  const image = use && images.get(use.image);
  if (use !== undefined && image === undefined) return 'unknown';
  const masked: MaskedOpacity = {
    image,
    factor: material.baseColorFactor[3],
    cutoff: material.alphaCutoff,
    uvSet: use?.uvSet ?? 0,
    transform: use?.transform,
    sampler: use?.sampler,
  };
  return masked;
}

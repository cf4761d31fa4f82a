// Compares a compiled model with the same file in glTF-Transform.

import type { Document, Material, Node } from '@gltf-transform/core';
import type { EmissiveStrength } from '@gltf-transform/extensions';
import { expect } from 'vitest';
import type { BytesRef } from '../../../packages/compiler/src/model/kind/bytes-ref.js';
import { type CompiledModel, extentOf, submeshCorners } from '../../support/compile-model.js';
import { drawsOf, linesOf } from '../../support/gltf-oracle.js';
import { compareTriangles } from '../../support/triangle-match.js';
import { compareMaterialExtras, materialsInUse, withBakedUvs } from './compare-material-extras.js';

/** Octahedral packing with 16 bits keeps a component within this. */
const NORMAL_TOLERANCE = 1e-4;

export function compareGeometry(model: CompiledModel, document: Document): void {
  const draws = drawsOf(document);
  expect(model.mesh.submeshes.length).toBe(draws.length);
  for (const [i, draw] of draws.entries()) {
    const extent = largest(draw.corners);
    const corners = withBakedUvs(draw);
    const difference = compareTriangles(
      { corners: submeshCorners(model, i) },
      { corners },
      { position: extent * 1e-6, normal: NORMAL_TOLERANCE, uv: 1e-6 * largestUv(corners) },
    );
    expect(difference, `submesh ${i}`).toBeUndefined();
  }
  const lines = linesOf(document).map(({ points }) => points);
  compareBounds(model, [...draws.map(({ corners }) => placesOf(corners)), ...lines]);
}

function largest(corners: Float64Array): number {
  let most = 1e-6;
  for (let i = 0; i < corners.length; i += 8)
    for (let c = 0; c < 3; c++) most = Math.max(most, Math.abs(corners[i + c] ?? 0));
  return most;
}

function largestUv(corners: Float64Array): number {
  let most = 1;
  for (let i = 0; i < corners.length; i += 8)
    most = Math.max(most, Math.abs(corners[i + 6] ?? 0), Math.abs(corners[i + 7] ?? 0));
  return most;
}

const placesOf = (corners: Float64Array): number[] => [...corners].filter((_, i) => i % 8 < 3);

/** `drawn`: three numbers a vertex. */
function compareBounds(model: CompiledModel, drawn: readonly (readonly number[])[]): void {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = low.map((n) => -n);
  for (const points of drawn)
    for (let i = 0; i < points.length; i++) {
      low[i % 3] = Math.min(low[i % 3] ?? 0, points[i] ?? 0);
      high[i % 3] = Math.max(high[i % 3] ?? 0, points[i] ?? 0);
    }
  const allowed = Math.max(extentOf(model), 1e-6) * 1e-5;
  for (let axis = 0; axis < 3; axis++) {
    expect(Math.abs((model.mesh.bounds.aabbMin[axis] ?? 0) - (low[axis] ?? 0))).toBeLessThanOrEqual(allowed);
    expect(Math.abs((model.mesh.bounds.aabbMax[axis] ?? 0) - (high[axis] ?? 0))).toBeLessThanOrEqual(allowed);
  }
  for (const points of drawn)
    for (let i = 0; i < points.length; i += 3) {
      const distance = Math.hypot(...model.mesh.bounds.sphereCenter.map((c, axis) => c - (points[i + axis] ?? 0)));
      expect(distance).toBeLessThanOrEqual(model.mesh.bounds.sphereRadius + allowed);
    }
}

/** Rows in order of first use, with factors and the very bytes of each image. */
export async function compareMaterials(model: CompiledModel, document: Document): Promise<void> {
  const used = materialsInUse(document);
  expect(model.materials.length).toBe(used.length);
  for (const [row, material] of used.entries()) {
    const actual = model.materials[row];
    const strength =
      material.getExtension<EmissiveStrength>('KHR_materials_emissive_strength')?.getEmissiveStrength() ?? 1;
    expect(actual).toMatchObject({
      baseColorFactor: material.getBaseColorFactor().map(Math.fround),
      emissiveFactor: material.getEmissiveFactor().map((n) => Math.fround(n * strength)),
      metallicFactor: Math.fround(material.getMetallicFactor()),
      roughnessFactor: Math.fround(material.getRoughnessFactor()),
      normalScale: Math.fround(material.getNormalScale()),
      occlusionStrength: Math.fround(material.getOcclusionStrength()),
      alphaCutoff: Math.fround(material.getAlphaCutoff()),
      alphaMode: material.getAlphaMode(),
      doubleSided: material.getDoubleSided(),
    });
    await compareTextures(model, row, material);
  }
  await compareMaterialExtras(model, document);
}

async function compareTextures(model: CompiledModel, row: number, material: Material): Promise<void> {
  const actual = model.materials[row];
  const slots = [
    [actual?.baseColorTex, material.getBaseColorTexture()],
    [actual?.metallicRoughnessTex, material.getMetallicRoughnessTexture()],
    [actual?.normalTex, material.getNormalTexture()],
    [actual?.occlusionTex, material.getOcclusionTexture()],
    [actual?.emissiveTex, material.getEmissiveTexture()],
  ] as const;
  const { textureRef } = await import('@assetc/formats');
  for (const [hash, texture] of slots) {
    expect(hash !== 0n).toBe(texture !== null);
    if (texture === null) continue;
    const derived = model.context.derived.find(
      ({ name }) => textureRef(model.context.sourceRef, Number(name.slice('tex_'.length))) === hash,
    );
    const params = derived?.params as { readonly image: { readonly whole: BytesRef } } | undefined;
    expect(params).toBeDefined();
    if (params === undefined) continue;
    const bytes = await model.context.readRef(params.image.whole);
    expect(Buffer.compare(bytes, texture.getImage() ?? new Uint8Array(0))).toBe(0);
  }
}

/** The first skin's joints come first, bound as they were; clips keep their names. Other tests compare poses with three.js. */
export function compareSkinAndClips(model: CompiledModel, document: Document): void {
  const [skin] = document.getRoot().listSkins();
  for (const [i] of (skin?.listJoints() ?? []).entries())
    expect(model.mesh.skin?.joints[i]?.inverseBind).toEqual(skin?.getInverseBindMatrices()?.getElement(i, []));
  const animations = document.getRoot().listAnimations();
  const moving = animations.flatMap((animation, index) =>
    animation.listChannels().some((channel) => isSeen(channel.getTargetNode()) && channel.getTargetPath() !== 'weights')
      ? [animation.getName() || `anim_${index}`]
      : [],
  );
  expect(model.clips.map(({ name }) => name)).toEqual(moving);
  if (skin === undefined) expect(model.mesh.skin === undefined).toBe(moving.length === 0);
}

/** Whether a node, or one below it, shows something or is a joint. */
function isSeen(node: Node | null): boolean {
  if (node === null) return false;
  const isJoint = node.listParents().some((parent) => parent.propertyType === 'Skin');
  return isJoint || node.getMesh() !== null || node.listChildren().some(isSeen);
}

/** Joints and weights of each corner, as multisets over submeshes of skinned draws. */
export function compareBindings(model: CompiledModel, document: Document): void {
  const draws = drawsOf(document);
  const { skin, submeshes, indices } = model.mesh;
  if (skin === undefined) return;
  const view = new DataView(skin.vertices.buffer, skin.vertices.byteOffset, skin.vertices.byteLength);
  for (const [s, draw] of draws.entries()) {
    if (!draw.skinned) continue;
    const { firstIndex, indexCount } = submeshes[s] ?? { firstIndex: 0, indexCount: 0 };
    const actual: string[] = [];
    for (let i = firstIndex; i < firstIndex + indexCount; i++) {
      const at = (indices[i] ?? 0) * 24;
      const pairs = [0, 1, 2, 3].map(
        (c) => [view.getUint16(at + c * 2, true), view.getFloat32(at + 8 + c * 4, true)] as const,
      );
      actual.push(bindingKey(pairs));
    }
    const wanted: string[] = [];
    for (let i = 0; i < draw.bindings.length; i += 8) {
      const b = draw.bindings;
      const sum = [4, 5, 6, 7].reduce((n, c) => n + (b[i + c] ?? 0), 0) || 1;
      wanted.push(bindingKey([0, 1, 2, 3].map((c) => [b[i + c] ?? 0, (b[i + 4 + c] ?? 0) / sum] as const)));
    }
    expect(actual.sort()).toEqual(wanted.sort());
  }
}

function bindingKey(pairs: readonly (readonly [number, number])[]): string {
  return pairs
    .filter(([, weight]) => weight > 0)
    .map(([joint, weight]) => `${joint}:${weight.toFixed(5)}`)
    .sort()
    .join(' ');
}

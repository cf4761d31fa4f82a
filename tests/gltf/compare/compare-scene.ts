// Compares a compiled scene with the same file in glTF-Transform.

import { type Hscene, type HsceneCamera, type HsceneNode, sceneExtras } from '@assetc/formats';
import { type AnimationChannel, type Camera, type Document, type Node, Primitive } from '@gltf-transform/core';
import type { InstancedMesh, Light, Visibility } from '@gltf-transform/extensions';
import { expect } from 'vitest';

const round = (numbers: Iterable<number>): number[] => Array.from(numbers, (n) => Math.fround(n));

/** The nodes of the scene in pre-order, each with its parent's place among them. */
export function nodesInOrder(document: Document): readonly { readonly node: Node; readonly parent: number }[] {
  const root = document.getRoot();
  const out: { node: Node; parent: number }[] = [];
  const visit = (node: Node, parent: number): void => {
    const index = out.push({ node, parent }) - 1;
    for (const child of node.listChildren()) visit(child, index);
  };
  for (const node of (root.getDefaultScene() ?? root.listScenes()[0])?.listChildren() ?? []) visit(node, -1);
  return out;
}

export function compareNodes(scene: Hscene, document: Document): void {
  const root = document.getRoot();
  const wanted = nodesInOrder(document);
  expect(scene.nodes.length).toBe(wanted.length);
  expect(scene.cameras.length).toBe(root.listCameras().length);
  const hidden = new Set<number>();
  for (const [i, { node, parent }] of wanted.entries()) {
    const actual = scene.nodes[i];
    const visible = node.getExtension<Visibility>('KHR_node_visibility')?.getVisible() ?? true;
    if (!visible || hidden.has(parent)) hidden.add(i);
    const skin = node.getMesh() === null ? null : node.getSkin();
    expect(actual, node.getName()).toMatchObject({
      name: node.getName(),
      parent,
      visible,
      translation: round(node.getTranslation()),
      scale: round(node.getScale()),
      skin: skin === null ? -1 : root.listSkins().indexOf(skin),
    });
    expectSameTurn(actual?.rotation ?? [], node.getRotation());
    const isLeftOut = scene.meshesAreBaked && hidden.has(i);
    expect(actual?.submeshCount, node.getName()).toBe(isLeftOut ? 0 : trianglesOf(node));
    const others = (node.getMesh()?.listPrimitives().length ?? 0) - trianglesOf(node);
    expect(actual?.lineCount, node.getName()).toBe(isLeftOut ? 0 : others);
    compareCamera(scene.cameras[actual?.camera ?? -1], node.getCamera());
    compareLight(scene, actual, node.getExtension<Light>('KHR_lights_punctual'));
    compareInstances(scene, actual, node.getExtension<InstancedMesh>('EXT_mesh_gpu_instancing'));
    expect(sceneExtras(scene, 'node', i) ?? {}).toEqual(node.getExtras());
  }
}

/** glTF-Transform decomposes matrices differently, which may give the other sign. */
function expectSameTurn(actual: readonly number[], wanted: readonly number[]): void {
  const sign = actual.reduce((sum, n, i) => sum + n * (wanted[i] ?? 0), 0) < 0 ? -1 : 1;
  for (const [i, n] of wanted.entries()) expect(sign * (actual[i] ?? 0)).toBeCloseTo(n, 5);
}

function trianglesOf(node: Node): number {
  const { TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN } = Primitive.Mode;
  const modes: readonly (number | undefined)[] = [TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN];
  return (node.getMesh()?.listPrimitives() ?? []).filter((primitive) => modes.includes(primitive.getMode())).length;
}

function compareCamera(actual: HsceneCamera | undefined, wanted: Camera | null): void {
  expect(actual?.type).toBe(wanted?.getType());
  if (wanted === null) return;
  const far = wanted.getZFar();
  expect(actual).toMatchObject({
    name: wanted.getName(),
    znear: Math.fround(wanted.getZNear()),
    zfar: far === null || !Number.isFinite(far) ? 0 : Math.fround(far),
    ...(wanted.getType() === 'perspective'
      ? { yfov: Math.fround(wanted.getYFov()), aspect: Math.fround(wanted.getAspectRatio() ?? 0) }
      : { xmag: Math.fround(wanted.getXMag()), ymag: Math.fround(wanted.getYMag()) }),
  });
}

function compareLight(scene: Hscene, node: HsceneNode | undefined, wanted: Light | null): void {
  const actual = scene.lights[node?.light ?? -1];
  expect(actual?.type).toBe(wanted?.getType());
  if (wanted === null) return;
  const isSpot = wanted.getType() === 'spot';
  expect(actual).toMatchObject({
    name: wanted.getName(),
    color: round(wanted.getColor()),
    intensity: Math.fround(wanted.getIntensity()),
    range: Math.fround(wanted.getRange() ?? 0),
    innerCone: isSpot ? Math.fround(wanted.getInnerConeAngle()) : 0,
    outerCone: isSpot ? Math.fround(wanted.getOuterConeAngle()) : 0,
  });
}

function compareInstances(scene: Hscene, node: HsceneNode | undefined, wanted: InstancedMesh | null): void {
  const count = scene.meshesAreBaked ? 0 : (wanted?.listAttributes()[0]?.getCount() ?? 0);
  expect(node?.instanceCount).toBe(count);
  for (let i = 0; i < count; i++) {
    const row = [...scene.instances.subarray(((node?.firstInstance ?? 0) + i) * 10).subarray(0, 10)];
    const part = (name: string, otherwise: number[]): number[] =>
      wanted?.getAttribute(name)?.getElement(i, []) ?? otherwise;
    const [t, r, s] = [part('TRANSLATION', [0, 0, 0]), part('ROTATION', [0, 0, 0, 1]), part('SCALE', [1, 1, 1])];
    expect(row).toEqual(round([...t, ...r, ...s]));
  }
}

/** Channels of nodes, except morph weights and those in `.hanim`: times, values and interpolation as in the source. */
export function compareClips(scene: Hscene, document: Document): void {
  const order = nodesInOrder(document).map(({ node }) => node);
  for (const [i, animation] of document.getRoot().listAnimations().entries()) {
    const clip = scene.clips.find(({ name }) => name === (animation.getName() || `anim_${i}`));
    const wanted = animation.listChannels().filter((channel) => {
      const node = channel.getTargetNode();
      const row = node === null ? -1 : order.indexOf(node);
      const isJoint = scene.meshesAreBaked && (scene.nodes[row]?.joint ?? -1) >= 0;
      return row >= 0 && !isJoint && channel.getTargetPath() !== 'weights';
    });
    const actual = clip?.channels.filter(({ target, property }) => target === 'node' && property !== 'visibility');
    expect(actual?.length ?? 0).toBe(wanted.length);
    for (const channel of wanted) compareChannel(scene, order, clip?.name ?? '', channel);
  }
}

function compareChannel(scene: Hscene, order: readonly Node[], clip: string, wanted: AnimationChannel): void {
  const node = wanted.getTargetNode();
  const index = node === null ? -1 : order.indexOf(node);
  const channel = scene.clips
    .find(({ name }) => name === clip)
    ?.channels.find((each) => each.index === index && each.property === wanted.getTargetPath());
  const sampler = wanted.getSampler();
  const [input, output] = [sampler?.getInput(), sampler?.getOutput()];
  if (!channel || !input || !output) throw new Error('a channel is missing');
  const isCubic = sampler?.getInterpolation() === 'CUBICSPLINE';
  expect(channel.interpolation).toBe(isCubic ? 'LINEAR' : sampler?.getInterpolation());
  const times = Array.from({ length: input.getCount() }, (_, k) => input.getScalar(k));
  // Splines have keys between the source's, which are all there.
  const keys = times.map((time) => channel.times.indexOf(Math.fround(time)));
  if (!isCubic) expect([...channel.times]).toEqual(round(times));
  for (const [k, key] of keys.entries()) {
    const width = channel.values.length / channel.times.length;
    const value = output.getElement(isCubic ? k * 3 + 1 : k, []);
    for (const [c, n] of value.entries()) expect(channel.values[key * width + c]).toBeCloseTo(n, 5);
  }
}

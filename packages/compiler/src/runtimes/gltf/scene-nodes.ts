// Writes the nodes of an `.hscene`, its cameras and lights. Node i of the scene is node i of the file.

import type { ExtrasTarget } from '@assetc/formats';
import { type Hscene, type HsceneCamera, type HsceneLight, type HsceneNode, sceneExtras } from '@assetc/formats';
import type { GlbBuilder } from './glb-builder.js';
import { type Json, type JsonObject, named, shortFloat, shortFloats } from './gltf-json.js';
import { type NodeTree, poseOf, VISIBILITY } from './node-tree.js';

const LIGHTS = 'KHR_lights_punctual';

export function writeSceneNodes(builder: GlbBuilder, tree: NodeTree, scene: Hscene): void {
  const blinking = blinkingNodes(scene);
  for (const [i, node] of scene.nodes.entries()) {
    const extensions: Record<string, JsonObject> = {};
    if (node.light >= 0) extensions[LIGHTS] = { light: node.light };
    if (!node.visible || blinking.has(i)) extensions[VISIBILITY] = { visible: node.visible };
    for (const name of Object.keys(extensions)) builder.use(name);
    const json = {
      ...named(node.name),
      ...poseOf(node),
      ...(node.camera >= 0 ? { camera: node.camera } : {}),
      ...(Object.keys(extensions).length > 0 ? { extensions } : {}),
      ...extrasField(scene, 'node', i),
    };
    tree.add(json, node.parent < 0 ? undefined : node.parent);
  }
  for (const [i, camera] of scene.cameras.entries())
    builder.lists.cameras.push({ ...cameraOf(camera), ...extrasField(scene, 'camera', i) });
  if (scene.lights.length > 0) {
    builder.use(LIGHTS);
    const lights = scene.lights.map((light, i) => ({ ...lightOf(light), ...extrasField(scene, 'light', i) }));
    builder.root.extensions[LIGHTS] = { lights };
  }
  builder.root.scene = { ...builder.root.scene, ...extrasField(scene, 'scene', 0) };
  builder.root.asset = { ...builder.root.asset, ...extrasField(scene, 'asset', 0) };
}

/** Nodes that clips hide or show. */
function blinkingNodes({ clips }: Hscene): ReadonlySet<number> {
  const channels = clips.flatMap((clip) => clip.channels);
  return new Set(
    channels.filter(({ target, property }) => target === 'node' && property === 'visibility').map(({ index }) => index),
  );
}

export function extrasOf(scene: Hscene | undefined, target: ExtrasTarget, index: number): Json | undefined {
  return scene && asJson(sceneExtras(scene, target, index));
}

function extrasField(scene: Hscene, target: ExtrasTarget, index: number): { readonly extras?: Json } {
  const extras = extrasOf(scene, target, index);
  return extras === undefined ? {} : { extras };
}

/** What was parsed from JSON is JSON. */
function asJson(value: unknown): Json | undefined {
  if (value === null || typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean')
    return value;
  if (Array.isArray(value)) return value.map((each) => asJson(each) ?? null);
  if (typeof value !== 'object') return undefined;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, asJson(each)]));
}

function cameraOf(camera: HsceneCamera): JsonObject {
  const { name, type, znear, zfar } = camera;
  const far = zfar === 0 ? {} : { zfar: shortFloat(zfar) };
  const lens =
    camera.type === 'perspective'
      ? { aspectRatio: camera.aspect === 0 ? undefined : shortFloat(camera.aspect), yfov: shortFloat(camera.yfov) }
      : { xmag: shortFloat(camera.xmag), ymag: shortFloat(camera.ymag) };
  return { ...named(name), type, [type]: { ...lens, ...far, znear: shortFloat(znear) } };
}

function lightOf({ name, type, color, intensity, range, innerCone, outerCone }: HsceneLight): JsonObject {
  const spot = { innerConeAngle: shortFloat(innerCone), outerConeAngle: shortFloat(outerCone) };
  return {
    ...named(name),
    type,
    color: color.every((part) => part === 1) ? undefined : shortFloats(color),
    intensity: intensity === 1 ? undefined : shortFloat(intensity),
    range: range === 0 ? undefined : shortFloat(range),
    spot: type === 'spot' ? spot : undefined,
  };
}

/** EXT_mesh_gpu_instancing of a node, if it has instances. */
export function instancesOf(builder: GlbBuilder, scene: Hscene, node: HsceneNode): JsonObject | undefined {
  const { firstInstance, instanceCount } = node;
  if (instanceCount === 0) return undefined;
  const column = (first: number, width: number): Float32Array => {
    const out = new Float32Array(instanceCount * width);
    for (let i = 0; i < out.length; i++)
      out[i] = scene.instances[(firstInstance + Math.floor(i / width)) * 10 + first + (i % width)] ?? 0;
    return out;
  };
  builder.use('EXT_mesh_gpu_instancing', true);
  return {
    attributes: {
      TRANSLATION: builder.addAccessor(column(0, 3), 'VEC3'),
      ROTATION: builder.addAccessor(column(3, 4), 'VEC4'),
      SCALE: builder.addAccessor(column(7, 3), 'VEC3'),
    },
  };
}

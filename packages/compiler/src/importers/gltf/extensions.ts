// Which extensions are supported, which are ignored with a warning, and which make a file unreadable.

import { EXTENSION_NAMES } from '../../model/scene/material-extensions.js';
import type { GltfFile } from './file/gltf-file.js';

/** Fully supported. */
const SUPPORTED: ReadonlySet<string> = new Set([
  'KHR_mesh_quantization',
  'EXT_meshopt_compression',
  'KHR_meshopt_compression',
  'KHR_draco_mesh_compression',
  'EXT_mesh_gpu_instancing',
  'KHR_texture_basisu',
  'KHR_texture_ktx',
  'EXT_texture_webp',
  'EXT_texture_avif',
  'KHR_texture_transform',
  'KHR_materials_emissive_strength',
  'KHR_materials_variants',
  'KHR_materials_pbrSpecularGlossiness',
  'KHR_mesh_primitive_restart',
  ...Object.values(EXTENSION_NAMES),
  'KHR_lights_punctual',
  'KHR_node_visibility',
  // Targets of KHR_animation_pointer that no output can store are reported one by one.
  'KHR_animation_pointer',
]);

/** Vendor extensions of materials; the core material is valid without them. */
const MATERIAL_EXTENSION = /^[A-Z0-9]+_materials_\w+$/;

/**
 * Shapes and images are the same without these: a file that requires one is compiled, with a warning. Only known names, because an unknown
 * extension could change the geometry.
 */
const IGNORABLE = new Set([
  // Behavior, sound and lighting around the model.
  ...[
    'KHR_interactivity',
    'KHR_node_hoverability',
    'KHR_node_selectability',
    'KHR_audio',
    'KHR_audio_emitter',
    'KHR_audio_graph',
  ],
  ...[
    'EXT_lights_image_based',
    'EXT_lights_ies',
    'FB_audio',
    'MSFT_audio_emitter',
    'OMI_audio_emitter',
    'OMI_audio_ogg_vorbis',
  ],
  // Physics.
  ...['KHR_physics_rigid_bodies', 'KHR_implicit_shapes', 'KHR_collision_shapes', 'MSFT_physics', 'BLENDER_physics'],
  ...['OMI_physics_body', 'OMI_physics_shape', 'OMI_physics_joint', 'OMI_physics_gravity', 'OMI_collider'],
  ...['OMI_seat', 'OMI_link', 'OMI_spawn_point', 'OMI_personality', 'OMI_vehicle_body', 'OMI_vehicle_wheel'],
  // Metadata.
  ...['KHR_xmp', 'KHR_xmp_json_ld', 'EXT_structural_metadata', 'EXT_feature_metadata', 'EXT_mesh_features'],
  ...[
    'EXT_instance_features',
    'AGI_stk_metadata',
    'AGI_articulations',
    'CESIUM_primitive_outline',
    'EXT_mesh_manifold',
  ],
  // The node itself is the finest level of detail.
  ...['MSFT_lod', 'GODOT_single_root', 'EXT_mesh_primitive_edge_visibility'],
  // Avatars: permissions, hair motion, facial expressions.
  ...['VRM', 'VRMC_vrm', 'VRMC_springBone', 'VRMC_springBone_extended_collider', 'VRMC_node_constraint'],
]);

/** `also`: extensions that are supported because a setting asks for them. */
export function checkExtensions(file: GltfFile, also: readonly string[] = []): void {
  const isSupported = (name: string): boolean => SUPPORTED.has(name) || also.includes(name);
  for (const required of file.root.get('extensionsRequired')?.items() ?? []) {
    const name = required.text();
    if (!SUPPORTED.has(name) && !IGNORABLE.has(name) && !MATERIAL_EXTENSION.test(name))
      required.fail('gltf/unsupported-extension', `the file requires ${name}, which is not supported`);
  }
  const used = file.root.get('extensionsUsed');
  const ignored = (used?.items() ?? []).map((item) => item.text()).filter((name) => !isSupported(name));
  for (const hint of new Set(ignored.map(hintOf))) {
    const names = listNames(ignored.filter((name) => hintOf(name) === hint));
    if (used !== undefined) file.warnOnce('gltf/dropped-extension', used, `${names}: ignored`, hint, hint);
  }
  warnAboutUndeclared(file, isSupported);
}

/** Extensions that an element contains, but the file does not list. Those that are supported are read, which not every reader does. */
function warnAboutUndeclared(file: GltfFile, isSupported: (name: string) => boolean): void {
  const listed = new Set([...(file.root.get('extensionsUsed')?.items() ?? [])].map(({ value }) => value));
  const names = [...namesInFile(file.root.value)].filter((name) => !listed.has(name)).sort();
  if (names.length === 0) return;
  const ignored = names.filter((name) => !isSupported(name));
  const done =
    ignored.length === 0
      ? 'read anyway'
      : ignored.length === names.length
        ? 'ignored'
        : `read, except ${listNames(ignored)}`;
  file.warnOnce(
    'gltf/broken-rule',
    file.root,
    `${listNames(names)}: used, but not listed in extensionsUsed; ${done}`,
    'extensionsUsed',
    'Add the names to extensionsUsed. Other readers ignore extensions that are not listed.',
  );
}

/** Extras may contain anything, and lists of numbers contain no objects. */
function namesInFile(root: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const stack = [root];
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      if (typeof value[0] === 'object') for (const item of value) stack.push(item ?? 0);
      continue;
    }
    for (const [key, child] of Object.entries(value)) {
      if (key === 'extras') continue;
      if (key === 'extensions' && typeof child === 'object' && child !== null)
        for (const name of Object.keys(child)) names.add(name);
      if (typeof child === 'object') stack.push(child ?? 0);
    }
  }
  return names;
}

function hintOf(name: string): string {
  if (name === 'MSFT_lod') return 'The finest level is compiled. Set mesh.lods to source to compile the others, too.';
  if (IGNORABLE.has(name))
    return 'Shapes, materials and images are the same without it. Read it from the source file if your program needs it.';
  return MATERIAL_EXTENSION.test(name)
    ? 'Materials are drawn without it. Bake its effect into textures or core properties if it matters.'
    : 'The model may look different without it. If it does, export without the extension, or bake its effect.';
}

/** Whether a file lists an extension that no element contains. */
export const listsExtension = (file: GltfFile, name: string): boolean =>
  ['extensionsUsed', 'extensionsRequired'].some((list) =>
    (file.root.get(list)?.items() ?? []).some(({ value }) => value === name),
  );

/** Limits the names in a message. */
const MAX_LISTED_NAMES = 16;

function listNames(names: readonly string[]): string {
  const rest = names.length - MAX_LISTED_NAMES;
  return names.slice(0, MAX_LISTED_NAMES).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

// Which extensions are read, which are ignored with a word about it, and which make a file unreadable.

import { EXTENSION_NAMES } from '../../model/material-extensions.js';
import type { GltfFile } from './gltf-file.js';

/** Fully honoured: nothing of what they say is lost. */
const READ: ReadonlySet<string> = new Set([
  'KHR_mesh_quantization',
  'EXT_meshopt_compression',
  'KHR_meshopt_compression',
  'KHR_draco_mesh_compression',
  'EXT_mesh_gpu_instancing',
  'KHR_texture_basisu',
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
  // What it animates that no output holds is told one by one.
  'KHR_animation_pointer',
]);

/** What a vendor says of surfaces; the core material beside it holds without. */
const MATERIAL = /^[A-Z0-9]+_materials_\w+$/;

/**
 * Shapes and images are the same without them: a file that requires one is compiled, with a warning. Known names only, as nobody can
 * tell what an unknown extension does to geometry.
 */
const HARMLESS = new Set([
  // What is around the model or happens to it.
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
  // Bodies for physics.
  ...['KHR_physics_rigid_bodies', 'KHR_implicit_shapes', 'KHR_collision_shapes', 'MSFT_physics', 'BLENDER_physics'],
  ...['OMI_physics_body', 'OMI_physics_shape', 'OMI_physics_joint', 'OMI_physics_gravity', 'OMI_collider'],
  ...['OMI_seat', 'OMI_link', 'OMI_spawn_point', 'OMI_personality', 'OMI_vehicle_body', 'OMI_vehicle_wheel'],
  // What things are called and belong to.
  ...['KHR_xmp', 'KHR_xmp_json_ld', 'EXT_structural_metadata', 'EXT_feature_metadata', 'EXT_mesh_features'],
  ...[
    'EXT_instance_features',
    'AGI_stk_metadata',
    'AGI_articulations',
    'CESIUM_primitive_outline',
    'EXT_mesh_manifold',
  ],
  // The finest level of detail is the node itself.
  ...['MSFT_lod', 'GODOT_single_root', 'EXT_mesh_primitive_edge_visibility'],
  // Avatars: who may wear them, where hair swings, what faces do.
  ...['VRM', 'VRMC_vrm', 'VRMC_springBone', 'VRMC_springBone_extended_collider', 'VRMC_node_constraint'],
]);

export function checkExtensions(file: GltfFile): void {
  for (const required of file.root.get('extensionsRequired')?.items() ?? []) {
    const name = required.text();
    if (!READ.has(name) && !HARMLESS.has(name) && !MATERIAL.test(name))
      required.fail('gltf/unsupported-extension', `the file requires ${name}, which is not supported`);
  }
  const used = file.root.get('extensionsUsed');
  const ignored = (used?.items() ?? []).map((item) => item.text()).filter((name) => !READ.has(name));
  if (used !== undefined && ignored.length > 0)
    file.warnOnce('gltf/dropped-extension', used, `${listed(ignored)}: ignored`);
}

/** Whether a file names an extension that stands for itself: no element of the file carries it. */
export const uses = (file: GltfFile, name: string): boolean =>
  ['extensionsUsed', 'extensionsRequired'].some((list) =>
    (file.root.get(list)?.items() ?? []).some(({ value }) => value === name),
  );

/** Messages are for people: past a few names, how many more. */
const MOST_NAMED = 16;

function listed(names: readonly string[]): string {
  const rest = names.length - MOST_NAMED;
  return names.slice(0, MOST_NAMED).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

// Which extensions are read, which are ignored with a word about it, and which make a file unreadable.

import type { GltfFile } from './gltf-file.js';

/** Fully honoured: nothing of what they say is lost. */
const READ = new Set([
  'KHR_mesh_quantization',
  'EXT_meshopt_compression',
  'KHR_meshopt_compression',
  'KHR_draco_mesh_compression',
  'EXT_mesh_gpu_instancing',
  'KHR_texture_basisu',
  'EXT_texture_webp',
  'KHR_materials_emissive_strength',
]);

/** Their own code warns, where they have an effect. */
const HANDLED_ELSEWHERE = new Set(['KHR_texture_transform']);

/** Geometry is right without them: a file that requires one is compiled, with a warning. */
const MATERIAL = /^KHR_materials_\w+$/;

export function checkExtensions(file: GltfFile): void {
  for (const required of file.root.get('extensionsRequired')?.items() ?? []) {
    const name = required.text();
    if (!READ.has(name) && !HANDLED_ELSEWHERE.has(name) && !MATERIAL.test(name))
      required.fail('gltf/unsupported-extension', `the file requires ${name}, which is not supported`);
  }
  const used = file.root.get('extensionsUsed');
  const ignored = (used?.items() ?? [])
    .map((item) => item.text())
    .filter((name) => !READ.has(name) && !HANDLED_ELSEWHERE.has(name));
  if (used !== undefined && ignored.length > 0)
    file.warnOnce('gltf/dropped-extension', used, `${listed(ignored)}: ignored`);
}

/** Messages are for people: past a few names, how many more. */
const MOST_NAMED = 16;

function listed(names: readonly string[]): string {
  const rest = names.length - MOST_NAMED;
  return names.slice(0, MOST_NAMED).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

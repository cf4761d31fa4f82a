// Finds the materials with animated texture transforms.

import type { GltfFile } from '../file/gltf-file.js';

const TRANSFORM_POINTER = /^\/materials\/(\d+)\/.*\/KHR_texture_transform\//;

/** Invalid pointers are ignored here; the animation reader reports them. */
export function materialsWithAnimatedTextures(file: GltfFile): ReadonlySet<number> {
  const materials = new Set<number>();
  if (file.count('animations') === 0 || file.count('materials') === 0) return materials;
  for (const animation of file.list('animations'))
    for (const channel of animation.get('channels')?.items() ?? []) {
      const pointer = channel.get('target')?.extension('KHR_animation_pointer')?.get('pointer')?.value;
      const material = typeof pointer === 'string' ? TRANSFORM_POINTER.exec(pointer)?.[1] : undefined;
      if (material !== undefined) materials.add(Number(material));
    }
  return materials;
}

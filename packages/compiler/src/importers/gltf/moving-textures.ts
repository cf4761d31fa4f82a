// Which materials have textures that an animation moves.

import type { GltfFile } from './gltf-file.js';

const POINTER = /^\/materials\/(\d+)\/.*\/KHR_texture_transform\//;

/** What is wrong with a pointer is for whoever reads the animation to say. */
export function movingTextures(file: GltfFile): ReadonlySet<number> {
  const moving = new Set<number>();
  if (file.count('animations') === 0 || file.count('materials') === 0) return moving;
  for (const animation of file.list('animations'))
    for (const channel of animation.get('channels')?.items() ?? []) {
      const pointer = channel.get('target')?.extension('KHR_animation_pointer')?.get('pointer')?.value;
      const material = typeof pointer === 'string' ? POINTER.exec(pointer)?.[1] : undefined;
      if (material !== undefined) moving.add(Number(material));
    }
  return moving;
}

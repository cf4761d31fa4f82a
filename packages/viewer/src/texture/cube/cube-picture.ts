// A cube map on the GPU with the levels of the file, for the sky view and for reflections on rough surfaces.

import { type ImageKey, imagesOfLevel, levelSize } from '../images.js';
import type { TextureClient } from '../worker/texture-client.js';

export interface CubePicture {
  readonly texture: WebGLTexture;
  readonly levelCount: number;
}

/** Decodes and uploads all faces of all levels, or of the first ones. Resolves to undefined if aborted. */
export async function loadCube(
  gl: WebGL2RenderingContext,
  client: TextureClient,
  signal: AbortSignal,
): Promise<CubePicture | undefined> {
  const { ktx, facts } = client;
  const images: readonly ImageKey[] = ktx.levels
    .flatMap((_, level) => imagesOfLevel(ktx, level))
    .filter(({ layer }) => layer === 0);
  const decoded = await Promise.all(
    images.map(async (image) => ({ image, texels: await client.decode(image, signal) })),
  );
  if (signal.aborted || gl.isContextLost()) return undefined;
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_CUBE_MAP, texture);
  const { width } = levelSize(ktx, 0);
  gl.texStorage2D(gl.TEXTURE_CUBE_MAP, ktx.levels.length, facts.isHdr ? gl.RGBA16F : gl.RGBA8, width, width);
  const type = facts.isHdr ? gl.HALF_FLOAT : gl.UNSIGNED_BYTE;
  for (const { image, texels } of decoded) {
    const target = gl.TEXTURE_CUBE_MAP_POSITIVE_X + image.face;
    gl.texSubImage2D(target, image.level, 0, 0, texels.width, texels.height, gl.RGBA, type, texels.data);
  }
  gl.texParameteri(gl.TEXTURE_CUBE_MAP, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
  gl.texParameteri(gl.TEXTURE_CUBE_MAP, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
  return { texture, levelCount: ktx.levels.length };
}

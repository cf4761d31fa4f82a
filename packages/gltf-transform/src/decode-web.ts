// Decodes images with the browser, through a WebGL texture: canvases premultiply alpha and lose color under low alphas.

import type { SourceImage } from '@assetc/encoder';

const TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/avif']);

/** Not premultiplied, not converted, not flipped. */
const AS_STORED = { premultiplyAlpha: 'none', colorSpaceConversion: 'none', imageOrientation: 'none' } as const;

export async function decodeImage(bytes: Uint8Array, mimeType: string): Promise<SourceImage | undefined> {
  if (!TYPES.has(mimeType)) return undefined;
  // A copy, since Blobs do not accept shared memory.
  const bitmap = await createImageBitmap(new Blob([bytes.slice()], { type: mimeType }), AS_STORED);
  try {
    return readBitmap(bitmap);
  } finally {
    bitmap.close();
  }
}

function readBitmap(bitmap: ImageBitmap): SourceImage {
  const { width, height } = bitmap;
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
  if (gl === null) throw new Error('WebGL2 is needed to read images, and is not available');
  try {
    const maxSize: unknown = gl.getParameter(gl.MAX_TEXTURE_SIZE);
    if (typeof maxSize === 'number' && Math.max(width, height) > maxSize)
      throw new Error(`${width} × ${height} texels exceed WebGL's limit of ${maxSize}`);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
    gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE);
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
    gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
    const texture: unknown = gl.getParameter(gl.TEXTURE_BINDING_2D);
    if (!(texture instanceof WebGLTexture)) throw new Error('WebGL made no texture');
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    const data = new Uint8Array(width * height * 4);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, data);
    if (gl.getError() !== gl.NO_ERROR) throw new Error('WebGL could not read the image');
    return { width, height, data };
  } finally {
    // Browsers allow few contexts at a time.
    gl.getExtension('WEBGL_lose_context')?.loseContext();
  }
}

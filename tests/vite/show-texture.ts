// The page of the tests: draws one texture over a canvas with WebGL2, from an `assetc:` import, and reports the pixel in its center. Simple on
// purpose: the SDK's reader and transcoder, and nothing else between the file and the screen.

export const SHOW_TEXTURE = `import files from 'assetc:';
import { AssetLibrary, readLevel } from '@assetc/formats';
import { chooseTarget, prepareTranscoder, transcode } from '@assetc/formats/transcode';

declare global {
  interface Window {
    shown: { pixel: number[]; times: number } | undefined;
  }
}

const canvas = document.body.appendChild(document.createElement('canvas'));
const gl = canvas.getContext('webgl2', { preserveDrawingBuffer: true });
if (gl === null) throw new Error('no WebGL2');
const compile = (type: number, text: string) => {
  const shader = gl.createShader(type);
  if (shader === null) throw new Error('no shader');
  gl.shaderSource(shader, '#version 300 es\\nprecision highp float;\\n' + text);
  gl.compileShader(shader);
  return shader;
};
const program = gl.createProgram();
const corner = 'vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0)';
gl.attachShader(program, compile(gl.VERTEX_SHADER, 'out vec2 uv; void main() { gl_Position = vec4(' + corner + ', 0.0, 1.0); uv = gl_Position.xy * 0.5 + 0.5; }'));
gl.attachShader(program, compile(gl.FRAGMENT_SHADER, 'in vec2 uv; uniform sampler2D map; out vec4 color; void main() { color = texture(map, uv); }'));
gl.linkProgram(program);
gl.useProgram(program);
for (const name of gl.getSupportedExtensions() ?? []) if (name.includes('compress')) gl.getExtension(name);

let times = 0;
async function show(): Promise<void> {
  await prepareTranscoder();
  const library = await AssetLibrary.open(files);
  const ktx = await library.loadTexture('textures/floor');
  const size = { width: ktx.pixelWidth, height: ktx.pixelHeight };
  const { to, format } = chooseTarget({ webgl2: gl?.getSupportedExtensions() ?? [] }, { channels: 'rgba', transfer: 'linear', ...size });
  if (gl === null || format === undefined) throw new Error('no target');
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.texStorage2D(gl.TEXTURE_2D, ktx.levels.length, format, size.width, size.height);
  for (const [i, level] of ktx.levels.entries()) {
    const [width, height] = [Math.max(1, size.width >> i), Math.max(1, size.height >> i)];
    const blocks = transcode({ bytes: readLevel(level, () => { throw new Error('not packed'); }), width, height }, { to });
    if (to === 'rgba8') gl.texSubImage2D(gl.TEXTURE_2D, i, 0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, blocks);
    else gl.compressedTexSubImage2D(gl.TEXTURE_2D, i, 0, 0, width, height, format, blocks);
  }
  gl.drawArrays(gl.TRIANGLES, 0, 3);
  const pixel = new Uint8Array(4);
  gl.readPixels(canvas.width >> 1, canvas.height >> 1, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
  window.shown = { pixel: [...pixel], times: ++times };
}
files.onChange(({ changed }) => {
  if (changed.includes('textures/floor.ktx2')) void show();
});
void show();
`;

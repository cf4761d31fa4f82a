// A WebGL2 program with its uniforms by name.

export function contextOf(canvas: HTMLCanvasElement): WebGL2RenderingContext {
  const gl = canvas.getContext('webgl2', { antialias: false, alpha: true, premultipliedAlpha: true });
  if (gl === null) throw new Error('this browser has no WebGL2');
  // Generating mips of half floats needs this.
  gl.getExtension('EXT_color_buffer_float');
  gl.getExtension('OES_texture_float_linear');
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  return gl;
}

/** Frees GPU memory at once: browsers allow few contexts, and free those of removed canvases late. */
export function dropContext(canvas: HTMLCanvasElement): void {
  canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
}

type UniformValue = number | boolean | readonly number[] | Float32Array;

function compile(gl: WebGL2RenderingContext, type: number, text: string): WebGLShader {
  const shader = gl.createShader(type);
  if (shader === null) throw new Error('the graphics context is lost');
  gl.shaderSource(shader, `#version 300 es\nprecision highp float;\nprecision highp int;\n${text}`);
  gl.compileShader(shader);
  if (gl.getShaderParameter(shader, gl.COMPILE_STATUS) !== true && !gl.isContextLost())
    throw new Error(gl.getShaderInfoLog(shader) ?? 'a shader does not compile');
  return shader;
}

export class GlProgram {
  readonly #gl: WebGL2RenderingContext;
  readonly #program: WebGLProgram;
  readonly #places = new Map<string, WebGLUniformLocation | null>();

  constructor(gl: WebGL2RenderingContext, vertex: string, fragment: string) {
    this.#gl = gl;
    this.#program = gl.createProgram();
    for (const [type, text] of [
      [gl.VERTEX_SHADER, vertex],
      [gl.FRAGMENT_SHADER, fragment],
    ] as const)
      gl.attachShader(this.#program, compile(gl, type, text));
    gl.linkProgram(this.#program);
    if (gl.getProgramParameter(this.#program, gl.LINK_STATUS) !== true && !gl.isContextLost())
      throw new Error(gl.getProgramInfoLog(this.#program) ?? 'a program does not link');
  }

  use(): void {
    this.#gl.useProgram(this.#program);
  }

  #place(name: string): WebGLUniformLocation | null {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    const place = this.#gl.getUniformLocation(this.#program, name);
    this.#places.set(name, place);
    return place;
  }

  /** Floats: numbers, booleans, vectors of two to four, lists of vectors of three; nine numbers are a matrix. */
  set(values: Readonly<Record<string, UniformValue>>): void {
    const gl = this.#gl;
    for (const [name, value] of Object.entries(values)) {
      const place = this.#place(name);
      if (typeof value === 'number' || typeof value === 'boolean') {
        gl.uniform1f(place, Number(value));
        continue;
      }
      const list = Float32Array.from(value);
      if (list.length === 2) gl.uniform2fv(place, list);
      else if (list.length === 4) gl.uniform4fv(place, list);
      else if (list.length === 9) gl.uniformMatrix3fv(place, false, list);
      else gl.uniform3fv(place, list);
    }
  }

  /** Binds textures to units in order. */
  bind(textures: Readonly<Record<string, { readonly target: number; readonly texture: WebGLTexture | null }>>): void {
    const gl = this.#gl;
    for (const [unit, [name, { target, texture }]] of Object.entries(textures).entries()) {
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(target, texture);
      gl.uniform1i(this.#place(name), unit);
    }
  }
}

/** A triangle that covers the canvas: `place` runs from −1 to 1. */
export const WHOLE_CANVAS = `
out vec2 place;
void main() {
  place = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  gl_Position = vec4(place, 0.0, 1.0);
}`;

/** Linear light to sRGB. */
export const TO_SRGB = `
vec3 toSrgb(vec3 v) {
  v = clamp(v, 0.0, 1.0);
  return mix(12.92 * v, 1.055 * pow(v, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, v));
}
vec3 fromSrgb(vec3 v) {
  return mix(v / 12.92, pow((v + 0.055) / 1.055, vec3(2.4)), step(0.04045, v));
}`;

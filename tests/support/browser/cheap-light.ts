// For pages that are drawn in software: three filters an environment with 256 samples a texel before the first picture, some five seconds of the
// processor. Eight are enough where nobody judges reflections.

/** Runs in the page before its own scripts. */
export function cheapLight(): void {
  const { shaderSource } = WebGL2RenderingContext.prototype;
  WebGL2RenderingContext.prototype.shaderSource = function (shader, text) {
    shaderSource.call(this, shader, text.replace('#define GGX_SAMPLES 256u', '#define GGX_SAMPLES 8u'));
  };
}

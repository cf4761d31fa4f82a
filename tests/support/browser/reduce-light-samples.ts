// For pages with software rendering: three.js filters an environment with 256 samples per texel before the first picture, which takes five
// CPU seconds. Eight samples are enough if a test does not check reflections.

/** Runs in the page before its scripts. */
export function reduceLightSamples(): void {
  const { shaderSource } = WebGL2RenderingContext.prototype;
  WebGL2RenderingContext.prototype.shaderSource = function (shader, text) {
    shaderSource.call(this, shader, text.replace('#define GGX_SAMPLES 256u', '#define GGX_SAMPLES 8u'));
  };
}

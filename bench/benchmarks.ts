// One line a benchmark, loaded only when asked for.

export const benchmarks: { readonly [name: string]: (args: readonly string[]) => Promise<void> } = {
  encoder: (args) => import('./encoder.js').then((m) => m.run(args)),
  clusters: (args) => import('./clusters.js').then((m) => m.run(args)),
  environment: (args) => import('./environment.js').then((m) => m.run(args)),
  fonts: (args) => import('./fonts.js').then((m) => m.run(args)),
  formats: (args) => import('./formats.js').then((m) => m.run(args)),
  'mesh-phases': (args) => import('./mesh-phases.js').then((m) => m.run(args)),
  'gpu-formats': (args) => import('./gpu-formats.js').then((m) => m.run(args)),
  hdr: (args) => import('./hdr.js').then((m) => m.run(args)),
  'gltf-transform': (args) => import('./gltf-transform.js').then((m) => m.run(args)),
  meshes: (args) => import('./meshes.js').then((m) => m.run(args)),
  noop: (args) => import('./noop.js').then((m) => m.run(args)),
  presets: (args) => import('./presets.js').then((m) => m.run(args)),
  remote: (args) => import('./remote.js').then((m) => m.run(args)),
  report: (args) => import('./report.js').then((m) => m.run(args)),
  shaders: (args) => import('./shaders.js').then((m) => m.run(args)),
  'small-files': (args) => import('./small-files.js').then((m) => m.run(args)),
  tangents: (args) => import('./tangents.js').then((m) => m.run(args)),
  textures: (args) => import('./textures.js').then((m) => m.run(args)),
  transcode: (args) => import('./transcode.js').then((m) => m.run(args)),
  uastc: (args) => import('./uastc.js').then((m) => m.run(args)),
};

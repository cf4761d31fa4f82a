// What the tests of mesh formats compile.

import type { GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';

export const PATH = 'Models/Chair.glb';

export const inputOf = (builder: GltfBuilder) => ({ path: PATH, input: { [PATH]: builder.glb() } });

export const meshSuffixes = (outputs: readonly { readonly suffix: string }[]): string[] =>
  outputs.map(({ suffix }) => suffix).filter((suffix) => suffix.endsWith('.mesh'));

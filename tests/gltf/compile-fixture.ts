// Compiles a model that a test builds, and compares it with the oracle's.

import type { GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { type CompiledModel, compileModel } from '../support/compile-model.js';
import { readOracle } from '../support/gltf-oracle.js';
import { compareGeometry, compareMaterials } from './compare/compare-with-oracle.js';

export const compile = (builder: GltfBuilder, mesh: object = {}): Promise<CompiledModel> =>
  compileModel({ path: 'm/model.glb', input: { 'm/model.glb': builder.glb() }, settings: { mesh: { ...mesh } } });

export async function agrees(builder: GltfBuilder): Promise<CompiledModel> {
  const model = await compile(builder);
  const document = await readOracle(builder.glb());
  compareGeometry(model, document);
  await compareMaterials(model, document);
  return model;
}

// Triangles in the order in which a vertex cache is used best, by meshoptimizer.

import { wasmBase64 } from '../generated/meshopt-encoder-wasm.js';
import { MeshoptInstances, meshoptModule } from './instances.js';
import { orderBytes } from './memory-needs.js';

interface EncoderFunctions {
  meshopt_optimizeVertexCache(to: number, from: number, indexCount: number, vertexCount: number): void;
}

const instances = new MeshoptInstances(meshoptModule<EncoderFunctions>(wasmBase64, ['meshopt_optimizeVertexCache']));

/** In place: the same triangles over the same vertices, of which there are `vertexCount`. */
export function orderTriangles(indices: Uint32Array, vertexCount: number): void {
  const { length } = indices;
  instances.use(orderBytes(vertexCount, length), (stack) => {
    const at = stack.push(length * 4);
    stack.u32(at, length).set(indices);
    stack.call.meshopt_optimizeVertexCache(at, at, length, vertexCount);
    indices.set(stack.u32(at, length));
  });
}

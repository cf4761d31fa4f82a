// Orders triangles for the vertex cache, by meshoptimizer.

import { wasmBase64 } from '../generated/meshopt-encoder-wasm.js';
import { MeshoptInstances, meshoptModule } from './instances.js';
import { orderBytes } from './memory-needs.js';

interface EncoderFunctions {
  meshopt_optimizeVertexCache(to: number, from: number, indexCount: number, vertexCount: number): void;
}

const instances = new MeshoptInstances(meshoptModule<EncoderFunctions>(wasmBase64, ['meshopt_optimizeVertexCache']));

/** Reorders the triangles in place. Vertices stay as they are. */
export function orderTriangles(indices: Uint32Array, vertexCount: number): void {
  const { length } = indices;
  instances.use(orderBytes(vertexCount, length), (stack) => {
    const at = stack.push(length * 4);
    stack.u32(at, length).set(indices);
    stack.call.meshopt_optimizeVertexCache(at, at, length, vertexCount);
    indices.set(stack.u32(at, length));
  });
}

// Orders triangles for the vertex cache or for the codec of triangles, by meshoptimizer.

import { wasmBase64 } from '../generated/meshopt-encoder-wasm.js';
import { MeshoptInstances, meshoptModule } from './instances.js';
import { orderBytes } from './memory-needs.js';

type Order = (to: number, from: number, indexCount: number, vertexCount: number) => void;

interface EncoderFunctions {
  readonly meshopt_optimizeVertexCache: Order;
  readonly meshopt_optimizeVertexCacheStrip: Order;
}

const instances = new MeshoptInstances(
  meshoptModule<EncoderFunctions>(wasmBase64, ['meshopt_optimizeVertexCache', 'meshopt_optimizeVertexCacheStrip']),
);

/** cache: as few vertices as possible are processed twice. size: along strips, whose indices and vertices compress better. */
export type TriangleOrder = 'cache' | 'size';

/** Reorders the triangles in place. Vertices stay as they are. */
export function orderTriangles(indices: Uint32Array, vertexCount: number, order: TriangleOrder = 'cache'): void {
  const { length } = indices;
  instances.use(orderBytes(vertexCount, length), (stack) => {
    const at = stack.push(length * 4);
    stack.u32(at, length).set(indices);
    if (order === 'size') stack.call.meshopt_optimizeVertexCacheStrip(at, at, length, vertexCount);
    else stack.call.meshopt_optimizeVertexCache(at, at, length, vertexCount);
    indices.set(stack.u32(at, length));
  });
}

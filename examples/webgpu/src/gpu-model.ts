// A model on the GPU: the vertices as stored, full or compact, in one stream or two; the triangles of its meshlets in sequence; one bind group per
// material.

import { type AssetLibrary, type Hmesh, type Material, NO_MATERIAL } from '@assetc/formats';
import { VertexGrid } from '@assetc/formats/layouts';
import { plainTexture, uploadTexture } from './gpu-texture.js';
import { dot, normalize, subtract, type Vector } from './matrix.js';

interface Draw {
  /** Visible from both sides, such as leaves. */
  readonly isDoubleSided: boolean;
  readonly material: GPUBindGroup;
  readonly meshlets: readonly { readonly number: number; readonly firstIndex: number; readonly indexCount: number }[];
}

function buffer(device: GPUDevice, data: Uint8Array | Uint32Array | Float32Array, usage: number): GPUBuffer {
  const made = device.createBuffer({
    size: Math.ceil(data.byteLength / 4) * 4,
    usage: usage | GPUBufferUsage.COPY_DST,
  });
  device.queue.writeBuffer(made, 0, new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice());
  return made;
}

/** Words of full and compact vertices before their normal. */
const [FULL_POSITION, COMPACT_POSITION] = [3, 2];

interface Layouts {
  readonly material: GPUBindGroupLayout;
  readonly vertices: GPUBindGroupLayout;
}

/** The streams of a mesh and how the shader reads them. A mesh in one stream is bound twice. */
function bindVertices(device: GPUDevice, mesh: Hmesh, layout: GPUBindGroupLayout): GPUBindGroup {
  const { stored, desc } = mesh;
  const streams: NonNullable<Hmesh['stored']>['streams'] = stored?.streams ?? [mesh.vertices];
  const [first, second] = streams;
  const wordsOf = (stream: Uint8Array): number => stream.length / 4 / Math.max(1, desc.vertexCount);
  const start = second ? 0 : stored?.compact ? COMPACT_POSITION : FULL_POSITION;
  const form = Uint32Array.of(stored?.compact ? 1 : 0, wordsOf(first), wordsOf(second ?? first), start);
  const grid = new Uint8Array(VertexGrid.size);
  if (stored?.compact) VertexGrid.write(grid, 0, stored.compact.grid);
  const positions = buffer(device, first, GPUBufferUsage.STORAGE);
  const attributes = second ? buffer(device, second, GPUBufferUsage.STORAGE) : positions;
  const buffers = [
    buffer(device, grid, GPUBufferUsage.STORAGE),
    buffer(device, form, GPUBufferUsage.UNIFORM),
    positions,
    attributes,
  ];
  return device.createBindGroup({
    layout,
    entries: buffers.map((bound, binding) => ({ binding, resource: { buffer: bound } })),
  });
}

export class GpuModel {
  readonly #vertices: GPUBindGroup;
  readonly #indices: GPUBuffer;
  readonly #draws: readonly Draw[];
  readonly #bounds: Float32Array;

  private constructor(vertices: GPUBindGroup, indices: GPUBuffer, draws: readonly Draw[], bounds: Float32Array) {
    this.#vertices = vertices;
    this.#indices = indices;
    this.#draws = draws;
    this.#bounds = bounds;
  }

  static async load(device: GPUDevice, library: AssetLibrary, name: string, layouts: Layouts): Promise<GpuModel> {
    const { mesh, materials } = await library.loadModel(name);
    if (mesh.version !== 2) throw new Error(`${name} was compiled for another runtime`);
    const { meshlets, meshletVertices, meshletTriangles } = mesh;
    const indices = Uint32Array.from({ length: meshletTriangles.length });
    const ranges = Array.from({ length: meshlets.length / 4 }, (_, number) => {
      const [vertexOffset = 0, , triangleOffset = 0, triangleCount = 0] = meshlets.subarray(number * 4, number * 4 + 4);
      for (let i = triangleOffset * 3; i < (triangleOffset + triangleCount) * 3; i++)
        indices[i] = meshletVertices[vertexOffset + (meshletTriangles[i] ?? 0)] ?? 0;
      return { number, firstIndex: triangleOffset * 3, indexCount: triangleCount * 3 };
    });
    const bind = new MaterialBinder(device, library, layouts.material);
    const draws: Draw[] = [];
    for (const { materialSlot, firstMeshlet, meshletCount } of mesh.submeshes) {
      const row = materialSlot === NO_MATERIAL ? undefined : materials[materialSlot];
      draws.push({
        isDoubleSided: row?.doubleSided ?? false,
        material: await bind.row(row),
        meshlets: ranges.slice(firstMeshlet, firstMeshlet + meshletCount),
      });
    }
    return new GpuModel(
      bindVertices(device, mesh, layouts.vertices),
      buffer(device, indices, GPUBufferUsage.INDEX),
      draws,
      mesh.meshletBounds,
    );
  }

  /** Draws the meshlets that face the viewer; returns the drawn number and the total. */
  draw(pass: GPURenderPassEncoder, eye: Vector): readonly [drawn: number, all: number] {
    let [drawn, all] = [0, 0];
    pass.setBindGroup(2, this.#vertices);
    pass.setIndexBuffer(this.#indices, 'uint32');
    for (const { isDoubleSided, material, meshlets } of this.#draws) {
      pass.setBindGroup(1, material);
      for (const { number, firstIndex, indexCount } of meshlets) {
        all++;
        if (!isDoubleSided && this.#facesAway(number, eye)) continue;
        drawn++;
        pass.drawIndexed(indexCount, 1, firstIndex, 0, number);
      }
    }
    return [drawn, all];
  }

  #facesAway(number: number, eye: Vector): boolean {
    const [x = 0, y = 0, z = 0, radius = 0, ax = 0, ay = 0, az = 0, cutoff = 1] = this.#bounds.subarray(
      number * 8,
      number * 8 + 8,
    );
    const toCenter = subtract([x, y, z], eye);
    return dot(toCenter, [ax, ay, az]) >= cutoff * Math.hypot(...toCenter) + radius;
  }
}

/** Materials as bind groups; each texture is uploaded once. */
class MaterialBinder {
  readonly #device: GPUDevice;
  readonly #library: AssetLibrary;
  readonly #layout: GPUBindGroupLayout;
  readonly #textures = new Map<bigint, Promise<GPUTexture>>();

  constructor(device: GPUDevice, library: AssetLibrary, layout: GPUBindGroupLayout) {
    this.#device = device;
    this.#library = library;
    this.#layout = layout;
  }

  async row(row: Material | undefined): Promise<GPUBindGroup> {
    const cutoff = row?.alphaMode === 'MASK' ? row.alphaCutoff : 0;
    const factors = Float32Array.of(
      ...(row?.baseColorFactor ?? [1, 1, 1, 1]),
      ...(row?.emissiveFactor ?? [0, 0, 0]),
      cutoff,
    );
    const baseColor = await this.#texture(
      row?.baseColorTex,
      { channels: 'rgba', transfer: 'srgb' },
      [255, 255, 255, 255],
    );
    const normal = await this.#texture(row?.normalTex, { channels: 'rg', transfer: 'linear' }, [128, 128, 255, 255]);
    return this.#device.createBindGroup({
      layout: this.#layout,
      entries: [
        { binding: 0, resource: { buffer: buffer(this.#device, factors, GPUBufferUsage.UNIFORM) } },
        { binding: 1, resource: baseColor.createView() },
        { binding: 2, resource: normal.createView() },
      ],
    });
  }

  #texture(
    ref: bigint | undefined,
    needs: Parameters<typeof uploadTexture>[2],
    without: readonly [number, number, number, number],
  ): Promise<GPUTexture> {
    if (ref === undefined || ref === 0n) return Promise.resolve(plainTexture(this.#device, without));
    const known = this.#textures.get(ref);
    if (known !== undefined) return known;
    const made = this.#library.loadTexture(ref).then((ktx) => uploadTexture(this.#device, ktx, needs));
    this.#textures.set(ref, made);
    return made;
  }
}

export const SUN = normalize([-0.8, 0.45, 0.5]);

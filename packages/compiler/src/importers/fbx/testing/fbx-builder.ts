// Builds scenes with materials and animation for tests: numbers the objects, and connects them.

import {
  element,
  geometry,
  properties,
  scene,
  TRIANGLE,
  type WrittenProperties,
  type WrittenScene,
} from './sample-scene.js';
import { node, type WrittenNode, writeBinary } from './write-fbx.js';

const TICKS = 46_186_158_000;

/** [seconds, value]. */
type Key = readonly [number, number];

interface ObjectOptions {
  readonly subtype?: string;
  readonly values?: WrittenProperties;
  readonly children?: readonly WrittenNode[];
}

export class FbxBuilder {
  readonly #objects: WrittenNode[] = [];
  readonly #connections: (readonly [number, number] | readonly [number, number, string])[] = [];
  #next = 1000;

  /** Returns its id. */
  add(kind: string, name: string, { subtype = '', values = {}, children = [] }: ObjectOptions = {}): number {
    const id = this.#next++;
    this.#objects.push(node(kind, [id, `${name}\0\x01${kind}`, subtype], [properties(values), ...children]));
    return id;
  }

  /** To the root if `parent` is 0; to a property of the parent if one is named. */
  connect(child: number, parent: number, property?: string): void {
    this.#connections.push(property === undefined ? [child, parent] : [child, parent, property]);
  }

  /** A triangle, `size` times as large as that of other tests, with texture coordinates. Returns its model. */
  triangle(name: string, size = 1): { readonly model: number; readonly geometry: number } {
    const model = this.add('Model', name, { subtype: 'Mesh' });
    const id = this.#next++;
    const points = TRIANGLE.points.map((n) => n * size);
    const uvs = element('LayerElementUV', 'ByPolygonVertex', 'Direct', { UV: [0, 0, 1, 0, 0, 1] });
    this.#objects.push(geometry(id, { ...TRIANGLE, points, elements: [uvs] }));
    this.connect(model, 0);
    this.connect(id, model);
    return { model, geometry: id };
  }

  /** A material of a new triangle. */
  material(name: string, values: WrittenProperties, shadingModel = 'phong'): number {
    const material = this.add('Material', name, { values, children: [node('ShadingModel', [shadingModel])] });
    this.connect(material, this.triangle(name).model);
    return material;
  }

  /** A texture in a property of a material. Returns it. `content`: embedded. */
  texture(
    material: number,
    property: string,
    file: string,
    values: WrittenProperties = {},
    content?: Uint8Array,
  ): number {
    const texture = this.add('Texture', file, { values, children: [node('RelativeFilename', [file])] });
    this.connect(texture, material, property);
    if (content !== undefined)
      this.connect(this.add('Video', file, { subtype: 'Clip', children: [node('Content', [content])] }), texture);
    return texture;
  }

  /** A stack with one layer, from 0 on. Returns the layer. */
  stack(name: string, seconds: number): number {
    const stack = this.add('AnimationStack', name, { values: { LocalStop: [BigInt(Math.round(seconds * TICKS))] } });
    const layer = this.add('AnimationLayer', 'Base');
    this.connect(layer, stack);
    return layer;
  }

  /** Linear keys for each channel of a property. */
  animate(layer: number, object: number, property: string, channels: Readonly<Record<string, readonly Key[]>>): void {
    const curveNode = this.add('AnimationCurveNode', property);
    this.connect(curveNode, layer);
    this.connect(curveNode, object, property);
    for (const [channel, keys] of Object.entries(channels)) {
      const children = [
        node('KeyTime', [{ type: 'l', values: keys.map(([seconds]) => Math.round(seconds * TICKS)) }]),
        node('KeyValueFloat', [{ type: 'f', values: keys.map(([, value]) => value) }]),
        node('KeyAttrFlags', [{ type: 'i', values: [4] }]),
        node('KeyAttrDataFloat', [{ type: 'f', values: [0, 0, 0, 0] }]),
        node('KeyAttrRefCount', [{ type: 'i', values: [keys.length] }]),
      ];
      this.connect(this.add('AnimationCurve', '', { children }), curveNode, `d|${channel}`);
    }
  }

  written(): WrittenScene {
    return { objects: this.#objects, connections: this.#connections };
  }

  bytes(): Uint8Array {
    return writeBinary(scene(this.written()));
  }
}

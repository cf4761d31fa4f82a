// A document with one quad and a material with the given textures.

import { Document, type Material, type Texture } from '@gltf-transform/core';
import { PNG } from 'pngjs';

/** RGBA by coordinates. */
type Paint = (x: number, y: number) => readonly [number, number, number, number];

export function paintPng(width: number, height: number, paint: Paint): Uint8Array {
  const png = new PNG({ width, height });
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) png.data.set(paint(x, y), (y * width + x) * 4);
  return new Uint8Array(PNG.sync.write(png));
}

/** Smooth, so that blocks encode it well, and different for each input. */
export const waves =
  (seed: number, alpha = 255): Paint =>
  (x, y) => [
    Math.round(128 + 90 * Math.sin((x + seed * 7) / 17)),
    Math.round(128 + 90 * Math.sin((y + seed * 3) / 23)),
    Math.round(128 + 60 * Math.sin((x + y) / 31)),
    alpha === 255 ? 255 : (x * 3 + y) & 255,
  ];

/** Unit vectors about +Z. */
export const bumps: Paint = (x, y) => {
  const [nx, ny] = [0.4 * Math.sin(x / 9), 0.4 * Math.sin(y / 13)];
  const code = (value: number) => Math.round((value * 0.5 + 0.5) * 255);
  return [code(nx), code(ny), code(Math.sqrt(1 - nx * nx - ny * ny)), 255];
};

interface Quad {
  readonly document: Document;
  readonly material: Material;
  add(name: string, bytes: Uint8Array, mimeType?: string): Texture;
}

export function texturedQuad(): Quad {
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = (type: 'VEC2' | 'VEC3' | 'VEC4', values: readonly number[]) =>
    document.createAccessor().setType(type).setArray(Float32Array.from(values)).setBuffer(buffer);
  const material = document.createMaterial('paint').setRoughnessFactor(1).setMetallicFactor(0);
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]))
    .setAttribute('NORMAL', accessor('VEC3', [0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1]))
    .setAttribute('TANGENT', accessor('VEC4', [1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1]))
    .setAttribute('TEXCOORD_0', accessor('VEC2', [0, 1, 1, 1, 1, 0, 0, 0]))
    .setIndices(
      document
        .createAccessor()
        .setArray(Uint16Array.of(0, 1, 2, 0, 2, 3))
        .setBuffer(buffer),
    )
    .setMaterial(material);
  const node = document.createNode('quad').setMesh(document.createMesh().addPrimitive(primitive));
  document.getRoot().setDefaultScene(document.createScene().addChild(node));
  const add = (name: string, bytes: Uint8Array, mimeType = 'image/png') =>
    document
      .createTexture(name)
      .setImage(bytes)
      .setMimeType(mimeType)
      .setURI(`${name}.${mimeType.slice(6)}`);
  return { document, material, add };
}

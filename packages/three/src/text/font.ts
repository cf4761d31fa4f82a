// Fonts, and texts as meshes with one rectangle per glyph.

import type { Hfont } from '@assetc/formats';
import * as THREE from 'three';
import type { Lease } from '../source/shared-assets.js';
import type { SharedTexture } from '../texture/texture-store.js';
import { layOutText, type TextOptions } from './lay-out-text.js';
import { makeTextMaterial, setField, type TextStyle } from './text-material.js';

/**
 * A font, loaded by `AssetcLoader.loadFont`. Free it with `dispose()`, which also frees its texts.
 *
 * @example
 * const font = await loader.loadFont('ui/title');
 * const title = font.text('Hello', { size: 0.2, align: 'center', color: 'gold' });
 * scene.add(title);
 * title.setText('Goodbye');
 */
export class AssetcFont {
  /** Path of the glyph table in the output folder. */
  readonly path: string;
  #font: Hfont;
  readonly #atlas: Lease<SharedTexture>;
  readonly #texts = new Set<AssetcText>();
  readonly #onDispose: (font: AssetcFont) => void;

  /** @internal */
  constructor(path: string, font: Hfont, atlas: Lease<SharedTexture>, onDispose: (font: AssetcFont) => void) {
    this.path = path;
    this.#font = font;
    this.#atlas = atlas;
    this.#onDispose = onDispose;
  }

  /** Metrics, glyphs and kerning from the file. */
  get table(): Hfont {
    return this.#font;
  }

  /** Makes a mesh that shows a text. Y is up; the first line's baseline is at 0. */
  text(text: string, options: TextOptions & TextStyle = {}): AssetcText {
    const made = new AssetcText(this.#font, this.#atlas.value.texture, text, options, (each) =>
      this.#texts.delete(each),
    );
    this.#texts.add(made);
    return made;
  }

  /** Frees the font and all of its texts. */
  dispose(): void {
    for (const text of this.#texts) text.dispose();
    this.#atlas.release();
    this.#onDispose(this);
  }

  /** @internal */
  replace(font: Hfont): void {
    this.#font = font;
    for (const text of this.#texts) text.setFont(font);
  }
}

/** A text, made by a font's `text`. */
export class AssetcText extends THREE.Mesh<THREE.BufferGeometry, THREE.ShaderMaterial> {
  #font: Hfont;
  #text: string;
  readonly #options: TextOptions & TextStyle;
  readonly #onDispose: (text: AssetcText) => void;

  /** @internal */
  constructor(
    font: Hfont,
    atlas: THREE.Texture,
    text: string,
    options: TextOptions & TextStyle,
    onDispose: (text: AssetcText) => void,
  ) {
    super(new THREE.BufferGeometry(), makeTextMaterial(font, atlas, options));
    this.#font = font;
    this.#text = text;
    this.#options = options;
    this.#onDispose = onDispose;
    this.setText(text);
  }

  /** The text that it shows. */
  get text(): string {
    return this.#text;
  }

  /** Shows another text in the same style. */
  setText(text: string): void {
    this.#text = text;
    const { planes, uvs } = layOutText(this.#font, text, this.#options);
    this.geometry.dispose();
    this.geometry = quads(planes, uvs);
  }

  /** @internal */
  setFont(font: Hfont): void {
    this.#font = font;
    setField(this.material, font, this.#options);
    this.setText(this.#text);
  }

  /** Removes it from its scene and frees it. */
  override dispose(): void {
    this.removeFromParent();
    this.geometry.dispose();
    this.material.dispose();
    this.#onDispose(this);
  }
}

function quads(planes: Float32Array, uvs: Float32Array): THREE.BufferGeometry {
  const count = planes.length / 4;
  const positions = new Float32Array(count * 12);
  const coordinates = new Float32Array(count * 8);
  const indices = count * 4 > 0xffff ? new Uint32Array(count * 6) : new Uint16Array(count * 6);
  for (let i = 0; i < count; i++) {
    const [left = 0, bottom = 0, right = 0, top = 0] = planes.subarray(i * 4, i * 4 + 4);
    const [u0 = 0, v0 = 0, u1 = 0, v1 = 0] = uvs.subarray(i * 4, i * 4 + 4);
    positions.set([left, bottom, 0, right, bottom, 0, right, top, 0, left, top, 0], i * 12);
    coordinates.set([u0, v1, u1, v1, u1, v0, u0, v0], i * 8);
    indices.set(
      [0, 1, 2, 0, 2, 3].map((corner) => i * 4 + corner),
      i * 6,
    );
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(positions, 3));
  geometry.setAttribute('uv', new THREE.BufferAttribute(coordinates, 2));
  geometry.setIndex(new THREE.BufferAttribute(indices, 1));
  return geometry;
}

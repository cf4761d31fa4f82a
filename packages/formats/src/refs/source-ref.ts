// Makes refs from the names of sources, materials and textures. Equal names in any Unicode normalization or ASCII case give equal refs.

import { hashRef } from './hash-ref.js';

const lowerAscii = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * NFC and ASCII-lowercased. Normalized before lowercasing, so that `É` in one piece and in two agree, and after it, because
 * some lowercase letters compose where their capitals do not (`H` + U+0331 stays two, `h` + U+0331 is U+1E96).
 */
export const normalizeRef = (text: string): string => lowerAscii(text.normalize('NFC')).normalize('NFC');

/** `path` is relative to the input root with forward slashes: `Models/Chair.glb` → `models/chair`. Only the last extension goes. */
export function sourceRef(path: string): string {
  const dot = path.lastIndexOf('.');
  return normalizeRef(dot > path.lastIndexOf('/') + 1 ? path.slice(0, dot) : path);
}

/** The hash of a path with its extension kept, which is how manifests key most kinds. */
export const pathRef = (path: string): bigint => hashRef(normalizeRef(path));

/** One leaf per material of a source, in source order: its name, or `material_<index>` if the name is empty or not unique. */
export function materialLeaves(names: readonly (string | undefined)[]): readonly string[] {
  const keys = names.map((name) => normalizeRef(name ?? ''));
  const uses = new Map<string, number>();
  for (const key of keys) uses.set(key, (uses.get(key) ?? 0) + 1);
  return keys.map((key, index) => (key !== '' && uses.get(key) === 1 ? key : `material_${index}`));
}

/** The ref of a material of a source, by its leaf (see `materialLeaves`). */
export const materialRef = (source: string, leaf: string): bigint => pathRef(`${source}/${leaf}`);

/**
 * The ref of image `imageIndex` of a model; its file is `<source path without extension>/tex_<imageIndex>.ktx2`.
 *
 * @example
 * textureRef('models/chair', 0); // the file models/chair/tex_0.ktx2
 */
export const textureRef = (source: string, imageIndex: number): bigint => pathRef(`${source}/tex_${imageIndex}`);

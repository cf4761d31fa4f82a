// Which images of an export are files of the input: Blender copies PNG and JPEG files unchanged.

import { gltfJsonText, splitGlb } from '../../model/glb.js';

/** By the name of the derived texture. An export that is damaged has none; the importer reports it. */
export function imageFiles(glb: Uint8Array, files: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const split = splitGlb(glb);
  if ('is' in split || split.bin === undefined || files.size === 0) return found;
  const { images, bufferViews } = parse(gltfJsonText(split.json));
  for (const [i, image] of listOf(images).entries()) {
    const { byteOffset = 0, byteLength } = fieldsOf(listOf(bufferViews)[Number(fieldsOf(image).bufferView)]);
    if (typeof byteOffset !== 'number' || typeof byteLength !== 'number') continue;
    const bytes = split.bin.bytes.subarray(byteOffset, byteOffset + byteLength);
    const file = [...files].find(([, other]) => Buffer.compare(other, bytes) === 0)?.[0];
    if (file !== undefined) found.set(`tex_${i}`, file);
  }
  return found;
}

function parse(text: string): { readonly [key: string]: unknown } {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return {};
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const fieldsOf = (value: unknown): { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null ? { ...value } : {};

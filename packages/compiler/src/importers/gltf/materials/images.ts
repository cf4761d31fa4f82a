// Reads images as references to their bytes. No pixel is decoded, and no byte read, to compile geometry.

import type { BytesRef } from '../../../model/kind/bytes-ref.js';
import type { ImageModel } from '../../../model/scene/material.js';
import { dataUriMime, isDataUri } from '../../../model/text/data-uri.js';
import type { GltfFile } from '../file/gltf-file.js';
import type { JsonNode } from '../file/json-node.js';
import { decodeDataUriAt, resolveUri } from '../file/uri.js';

export async function readImage(file: GltfFile, image: JsonNode): Promise<ImageModel> {
  const declared = image.get('mimeType')?.text();
  const uri = image.get('uri');
  if (uri === undefined) {
    const view = image.get('bufferView');
    if (view === undefined) return image.fail('gltf/bad-json', 'the image has neither a URI nor a buffer view');
    return { source: { whole: await viewRef(file, view) }, mimeType: declared, ignoresProfile: true };
  }
  if (image.get('bufferView') !== undefined)
    file.warnOnce(
      'gltf/broken-rule',
      image,
      'an image has both a URI and a buffer view; only the URI is used',
      'image',
      'Remove one of the two.',
    );
  if (isDataUri(uri.text())) {
    // Decoded here once, so that a damaged URI is reported with its position.
    decodeDataUriAt(uri);
    return {
      source: { whole: { file: file.context.path, pointer: uri.pointer } },
      mimeType: declared ?? dataUriMime(uri.text()),
      ignoresProfile: true,
    };
  }
  return { source: { whole: { file: await resolveUri(file.context, uri) } }, mimeType: declared, ignoresProfile: true };
}

async function viewRef(file: GltfFile, reference: JsonNode): Promise<BytesRef> {
  const { node } = file.follow(reference, 'bufferViews');
  if (
    node.extension('EXT_meshopt_compression') !== undefined ||
    node.extension('KHR_meshopt_compression') !== undefined
  )
    return reference.fail(
      'gltf/bad-reference',
      'an image cannot be in a compressed buffer view',
      'Compress the file again with a current tool: only geometry may be compressed this way.',
    );
  return (await file.range(node)).at;
}

// A file for each error of Khronos' validator about values of the JSON that have a wrong type or are missing.

import {
  accessor,
  changed,
  HARMLESS,
  node,
  PNG,
  reports,
  silent,
  textured,
  triangle,
  type ValidatorFixtures,
  withJson,
} from './parts.js';

export const schemaErrors: ValidatorFixtures = {
  ARRAY_LENGTH_NOT_IN_LIST: reports('gltf/bad-json', node({ translation: [1, 2] })),
  ARRAY_TYPE_MISMATCH: reports('gltf/bad-json', node({ translation: [1, 'two', 3] })),
  DUPLICATE_ELEMENTS: silent(HARMLESS, withJson({ scenes: [{ nodes: [0, 0] }] })),
  EMPTY_ENTITY: silent(HARMLESS, node({ children: [] })),
  INVALID_INDEX: reports('gltf/bad-json', node({ mesh: -1 })),
  INVALID_JSON: reports('gltf/bad-json', '{ "asset": '),
  INVALID_URI: reports('gltf/bad-uri', triangle().gltf('http://[')),
  ONE_OF_MISMATCH: reports(
    'gltf/broken-rule',
    changed((json) => {
      const uri = `data:image/png;base64,${Buffer.from(PNG).toString('base64')}`;
      json.images = [{ bufferView: 2, mimeType: 'image/png', uri }];
    }, textured()),
  ),
  PATTERN_MISMATCH: reports('gltf/version', withJson({ asset: { version: 'two' } })),
  TYPE_MISMATCH: silent('names are labels; a wrong type is an empty name', node({ name: 7 })),
  UNDEFINED_PROPERTY: reports('gltf/broken-part', withJson({ cameras: [{ type: 'perspective', perspective: {} }] })),
  UNSATISFIED_DEPENDENCY: silent(HARMLESS, accessor({ bufferView: undefined, byteOffset: 4 })),
  VALUE_MULTIPLE_OF: reports(
    'gltf/bad-accessor',
    changed((json) => Object.assign(json.bufferViews[0] ?? {}, { byteStride: 13 })),
  ),
  VALUE_NOT_IN_RANGE: reports('gltf/broken-rule', withJson({ materials: [{ alphaCutoff: -1, alphaMode: 'MASK' }] })),
};

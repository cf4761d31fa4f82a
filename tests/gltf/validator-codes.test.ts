// A build reports every error of Khronos' validator, or it is listed here with the reason.

import { validateBytes } from 'gltf-validator';
import { describe, expect, it } from 'vitest';
import { complaintsOf } from '../diagnostics/raise.js';
import { validatorFixtures } from './validator-fixtures.js';

const UNUSED = 'assetc does not use this data';
const NORMALIZED = 'the value is normalized or clamped when it is used, as in other readers';
const HARMLESS = 'the file can be read in only one way';

const SILENT: Readonly<Record<string, string>> = {
  TYPE_MISMATCH: 'names are labels; a wrong type is an empty name',
  DUPLICATE_ELEMENTS: HARMLESS,
  UNSATISFIED_DEPENDENCY: HARMLESS,
  NON_REQUIRED_EXTENSION: HARMLESS,
  SKIN_NO_COMMON_ROOT: HARMLESS,
  SCENE_NON_ROOT_NODE: HARMLESS,
  ACCESSOR_NORMALIZED_INVALID: UNUSED,
  SKIN_SKELETON_INVALID: UNUSED,
  UNUSED_EXTENSION_REQUIRED: UNUSED,
  MESH_INVALID_WEIGHTS_COUNT: UNUSED,
  ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS: UNUSED,
  MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS: UNUSED,
  ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND: UNUSED,
  ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND: UNUSED,
  ACCESSOR_MAX_MISMATCH: UNUSED,
  ACCESSOR_MIN_MISMATCH: UNUSED,
  ACCESSOR_VECTOR3_NON_UNIT: NORMALIZED,
  ACCESSOR_WEIGHTS_NON_NORMALIZED: NORMALIZED,
  ACCESSOR_NON_CLAMPED: NORMALIZED,
  IMAGE_MIME_TYPE_INVALID: 'the type is detected from the bytes',
  NODE_MATRIX_NON_TRS: 'the full matrix is used; gltf/sheared-node reports what .hscene cannot store',
  MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY:
    'the second set of coordinates is stored as the second; the first is zero',
  ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS: 'a spline of one key is constant',
};

describe("an error of Khronos' validator", () => {
  it.each(Object.entries(validatorFixtures))('%s is reported, or listed with a reason', async (code, bytes) => {
    const { issues } = await validateBytes(bytes);
    expect(issues.messages.map((issue) => issue.code)).toContain(code);
    expect((await complaintsOf({ 'a.glb': bytes })).length > 0).toBe(!Object.hasOwn(SILENT, code));
  });

  it('is not listed without a fixture', () => {
    expect(Object.keys(SILENT).filter((code) => !Object.hasOwn(validatorFixtures, code))).toEqual([]);
  });
});

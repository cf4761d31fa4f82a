// Every code that a diagnostic may carry, by area. docs/errors is generated from this; one line a file of codes/.

import { buildCodes } from './codes/build.js';
import { checkCodes } from './codes/check.js';
import { cliCodes } from './codes/cli.js';
import { configCodes } from './codes/config.js';
import { convertCodes } from './codes/convert.js';
import { fontCodes } from './codes/font.js';
import { gltfCodes } from './codes/gltf.js';
import { imageCodes } from './codes/image.js';
import { lutCodes } from './codes/lut.js';
import { materialCodes } from './codes/material.js';
import { meshCodes } from './codes/mesh.js';
import { objCodes } from './codes/obj.js';
import { shaderCodes } from './codes/shader.js';
import { textureCodes } from './codes/texture.js';
import type { CodeDoc } from './diagnostic.js';

export const codeAreas: Readonly<Record<string, Readonly<Record<string, CodeDoc>>>> = {
  build: buildCodes,
  check: checkCodes,
  cli: cliCodes,
  config: configCodes,
  convert: convertCodes,
  font: fontCodes,
  gltf: gltfCodes,
  image: imageCodes,
  lut: lutCodes,
  material: materialCodes,
  mesh: meshCodes,
  obj: objCodes,
  shader: shaderCodes,
  texture: textureCodes,
};

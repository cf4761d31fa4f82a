// Every code that a diagnostic may carry, in one flat table: types, remedies, docs/errors and `assetc explain` derive from it.
// codes/<area>.ts declares the codes `<area>/…`.

import type { CodeDoc } from './code-doc.js';
import { auditCodes } from './codes/audit.js';
import { blendCodes } from './codes/blend.js';
import { buildCodes } from './codes/build.js';
import { cacheCodes } from './codes/cache.js';
import { checkCodes } from './codes/check.js';
import { cliCodes } from './codes/cli.js';
import { configCodes } from './codes/config.js';
import { convertCodes } from './codes/convert.js';
import { environmentCodes } from './codes/environment.js';
import { farmCodes } from './codes/farm.js';
import { fbxCodes } from './codes/fbx.js';
import { fontCodes } from './codes/font.js';
import { gltfCodes } from './codes/gltf.js';
import { imageCodes } from './codes/image.js';
import { internalCodes } from './codes/internal.js';
import { lutCodes } from './codes/lut.js';
import { materialCodes } from './codes/material.js';
import { meshCodes } from './codes/mesh.js';
import { mtlCodes } from './codes/mtl.js';
import { objCodes } from './codes/obj.js';
import { packCodes } from './codes/pack.js';
import { pluginCodes } from './codes/plugin.js';
import { shaderCodes } from './codes/shader.js';
import { textureCodes } from './codes/texture.js';

/** Every code that a diagnostic can have, with its summary and remedy. */
export const codes = {
  ...auditCodes,
  ...blendCodes,
  ...buildCodes,
  ...cacheCodes,
  ...checkCodes,
  ...cliCodes,
  ...configCodes,
  ...convertCodes,
  ...environmentCodes,
  ...farmCodes,
  ...fbxCodes,
  ...fontCodes,
  ...gltfCodes,
  ...imageCodes,
  ...internalCodes,
  ...lutCodes,
  ...materialCodes,
  ...meshCodes,
  ...mtlCodes,
  ...objCodes,
  ...packCodes,
  ...pluginCodes,
  ...shaderCodes,
  ...textureCodes,
} as const satisfies Readonly<Record<string, CodeDoc>>;

/** Stable, `<area>/<what>`. */
export type DiagnosticCode = keyof typeof codes;

/** Whether diagnostics with this code are about what a build uses, not about assets. */
export function isNoticeCode(code: DiagnosticCode): boolean {
  const doc: CodeDoc = codes[code];
  return doc.isNotice === true;
}

/** For codes that come from outside the program: records of other versions, the command line. */
export function isDiagnosticCode(code: string): code is DiagnosticCode {
  return Object.hasOwn(codes, code);
}

// Every documented code is raised: one row per code, with the smallest input that raises it. A new code without a row does not type-check,
// and a row whose input does not raise its code fails.

import { describe, expect, it } from 'vitest';
import type { DiagnosticCode } from '../../packages/compiler/src/diagnostics/codes.js';
import type { Raise } from './raise.js';
import { auditRows } from './raised/audit.js';
import { blendRows } from './raised/blend.js';
import { buildRows, internalRows } from './raised/build.js';
import { cacheRows } from './raised/cache.js';
import { checkRows, convertRows } from './raised/check.js';
import { cliRows, configRows } from './raised/command-line.js';
import { environmentRows } from './raised/environment.js';
import { farmRows } from './raised/farm.js';
import { fbxRows } from './raised/fbx.js';
import { fontRows } from './raised/font.js';
import { gltfRows } from './raised/gltf.js';
import { imageRows, lutRows, textureRows } from './raised/image.js';
import { materialRows } from './raised/material.js';
import { meshRows } from './raised/mesh.js';
import { mtlRows, objRows } from './raised/obj.js';
import { packRows } from './raised/pack.js';
import { pluginRows } from './raised/plugin.js';
import { shaderRows } from './raised/shader.js';

const rows = {
  ...auditRows,
  ...blendRows,
  ...buildRows,
  ...cacheRows,
  ...checkRows,
  ...cliRows,
  ...configRows,
  ...convertRows,
  ...environmentRows,
  ...farmRows,
  ...fbxRows,
  ...fontRows,
  ...gltfRows,
  ...imageRows,
  ...internalRows,
  ...lutRows,
  ...materialRows,
  ...meshRows,
  ...mtlRows,
  ...objRows,
  ...packRows,
  ...pluginRows,
  ...shaderRows,
  ...textureRows,
} satisfies Readonly<Record<DiagnosticCode, Raise>>;

describe('every code is raised', () => {
  it.each(Object.entries(rows))('%s', async (code, raise) => {
    expect(await raise()).toContain(code);
  });
});

// Compiles one root with the back end of its language, and checks its modules.

import type { Problem } from '@assetc/formats';
import { parseSpirv } from '@assetc/formats/spirv';
import { AssetError } from '../../diagnostics/diagnostic.js';
import { checkSpirv } from '../../encoding/spirv/check-spirv.js';
import type { ShaderRoot, ShaderSources } from '../../model/shader-sources.js';
import type { BackendResult, CompiledModule } from './compiled-module.js';
import type { Defines } from './defines.js';
import { compileGlsl } from './glslang-backend.js';
import type { ShaderLimits } from './limits.js';
import { compileWgsl } from './naga-backend.js';
import { isConclusive, isSupportedByNaga } from './naga-support.js';
import type { ShaderSettings } from './settings.js';
import type { ShaderProcess } from './shader-process.js';
import { compileSlangBundled } from './slang-bundled.js';
import { compileSlangExternal } from './slangc-process.js';

export interface ShaderCompilers {
  readonly compilers: ShaderProcess;
  /** An external slangc; undefined for the bundled one. */
  readonly slangc: string | undefined;
}

export function compileRoot(
  sources: ShaderSources,
  root: ShaderRoot,
  settings: ShaderSettings,
  defines: Defines,
  { compilers, slangc }: ShaderCompilers,
  signal: AbortSignal,
): Promise<BackendResult> {
  const limits = limitsOf(settings);
  switch (root.language) {
    case 'wgsl':
      return compileWgsl(compilers, sources, root, limits, signal);
    case 'glsl':
      return compileGlsl({ compilers, sources, root, defines, limits, signal });
    case 'slang': {
      const layout = settings.matrixLayout;
      return slangc === undefined
        ? compileSlangBundled({ compilers, sources, root, layout, defines, limits, signal })
        : compileSlangExternal({ slangc, sources, root, layout, defines, signal });
    }
  }
}

/** Runs our structural check for every module, and naga's validator for those that use only features it supports. */
export async function validateModule(
  module: CompiledModule,
  compilers: ShaderProcess,
  settings: ShaderSettings,
  signal: AbortSignal,
): Promise<void> {
  const [problem] = checkSpirv(module.spirv);
  if (problem !== undefined) throw invalidModuleError(module, describe(problem));
  if (!isSupportedByNaga(parseSpirv(module.spirv))) return;
  const reply = await compilers.ask({ do: 'validate', spirv: module.spirv }, limitsOf(settings), signal);
  // A module that naga cannot read is not necessarily wrong, nor is one that breaks a rule of WGSL that SPIR-V does not have.
  if (reply.ok || reply.crash !== undefined || reply.isUnreadable === true || !isConclusive(reply.log)) return;
  throw invalidModuleError(module, reply.log.trim().split('\n').join(' '));
}

const limitsOf = ({ timeLimit, memoryLimit }: ShaderSettings): ShaderLimits => ({
  seconds: timeLimit,
  megabytes: memoryLimit,
});

const describe = (problem: Problem): string => `${problem.message} (byte ${problem.offset})`;

const invalidModuleError = (module: CompiledModule, what: string): AssetError =>
  new AssetError({
    code: 'shader/invalid-module',
    file: module.file,
    message: `the compiler made invalid SPIR-V for ${module.entry}: ${what}`,
    hint: 'If the shader reads a row of a non-square matrix, copy the matrix into a local variable first. Otherwise set SLANGC to a newer slangc.',
  });

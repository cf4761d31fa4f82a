// The modules of one root in one variant as the content store keeps them, so that a build compiles only variants whose files changed.

import { isDiagnosticCode } from '../../../diagnostics/codes.js';
import type { Diagnostic, Place } from '../../../diagnostics/diagnostic.js';
import type { BackendResult, CompiledModule } from '../compiled-module.js';

export function encodePart({ modules, diagnostics }: BackendResult): Uint8Array {
  const stored = modules.map(({ spirv, ...module }) => ({ ...module, spirv: Buffer.from(spirv).toString('base64') }));
  return new TextEncoder().encode(JSON.stringify({ modules: stored, diagnostics }));
}

/** Undefined for anything that this version would not have written. */
export function decodePart(bytes: Uint8Array): BackendResult | undefined {
  const { modules, diagnostics } = fieldsOf(parse(bytes));
  if (!Array.isArray(modules) || !Array.isArray(diagnostics)) return undefined;
  const read = modules.map(moduleOf);
  const replayed = diagnostics.map(diagnosticOf);
  if (!read.every((module) => module !== undefined) || !replayed.every((one) => one !== undefined)) return undefined;
  return { modules: read, diagnostics: replayed };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};

function moduleOf(value: unknown): CompiledModule | undefined {
  const { entry, stage, file, spirv } = fieldsOf(value);
  if (typeof entry !== 'string' || typeof stage !== 'string' || typeof file !== 'string') return undefined;
  if (typeof spirv !== 'string') return undefined;
  return { entry, stage, file, spirv: Uint8Array.from(Buffer.from(spirv, 'base64')) };
}

/** Only warnings are stored. */
function diagnosticOf(value: unknown): Diagnostic | undefined {
  const { code, file, message, hint, where } = fieldsOf(value);
  if (typeof code !== 'string' || !isDiagnosticCode(code) || typeof message !== 'string') return undefined;
  return {
    code,
    severity: 'warning',
    message,
    ...(typeof file === 'string' && { file }),
    ...(where !== undefined && { where: placeOf(where) }),
    ...(typeof hint === 'string' && { hint }),
  };
}

function placeOf(value: unknown): Place {
  const { line, column } = fieldsOf(value);
  return { ...(typeof line === 'number' && { line }), ...(typeof column === 'number' && { column }) };
}

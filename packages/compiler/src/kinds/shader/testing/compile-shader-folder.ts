// Compiles a shader folder in memory with the bundled compilers, not with an installed slangc.

import type { LayerValues } from '../../../config/config.js';
import { AssetError } from '../../../diagnostics/diagnostic.js';
import { TestContext } from '../../../testing/test-context.js';
import { shaderKind } from '../shader-kind.js';

process.env.SLANGC = '';
process.env.PATH = '';

export async function compile(
  files: { readonly [path: string]: string },
  shader: NonNullable<LayerValues[string]> = {},
  elsewhere: { readonly [path: string]: string } = {},
): Promise<TestContext> {
  const input = { ...elsewhere, ...Object.fromEntries(Object.entries(files).map(([k, v]) => [`fx/a.shader/${k}`, v])) };
  const context = new TestContext({ path: 'fx/a.shader', input, settings: { shader } });
  await shaderKind.compile(context);
  return context;
}

/** The error that compiling must throw. */
export const failure = async (run: Promise<unknown>): Promise<AssetError> => {
  const error = await run.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AssetError)) throw new Error(`expected an AssetError, got ${String(error)}`);
  return error;
};

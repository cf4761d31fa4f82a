// Compiles the assets of a production build. A failure ends it: a bundle never contains assets of an earlier build.

import { build, loadConfig } from 'assetc';
import type { Plugin, ResolvedConfig } from 'vite';
import { formatDiagnostic } from './format-diagnostics.js';
import type { AssetcOptions } from './options.js';
import { ShippedOutput } from './shipped-output.js';
import { typesFileOf, writeTypes } from './types-file.js';

/** The part of the bundler's hook context that is used. */
type BuildContext = ThisParameterType<Extract<NonNullable<Plugin['buildStart']>, (...args: never[]) => unknown>>;

export async function shipAssets(
  context: BuildContext,
  vite: ResolvedConfig,
  options: AssetcOptions,
): Promise<ShippedOutput> {
  const { config, diagnostics: ofConfig } = await loadConfig({
    cwd: vite.root,
    file: options.config,
    preset: options.preset,
    ...(options.emit === 'pack' ? { pack: true } : {}),
  });
  const result = config && (await build({ config, ...(options.jobs === undefined ? {} : { jobs: options.jobs }) }));
  const diagnostics = [...ofConfig, ...(result?.diagnostics ?? [])];
  for (const diagnostic of diagnostics)
    if (diagnostic.severity === 'warning') context.warn(formatDiagnostic(diagnostic));
    else if (diagnostic.severity === 'notice') context.info(formatDiagnostic(diagnostic));
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (result === undefined || config === undefined || result.status !== 'ok')
    return context.error(`the assets could not be compiled\n\n${errors.map(formatDiagnostic).join('\n\n')}`);
  const shipped = new ShippedOutput(config, vite, result, context.environment?.config.consumer === 'server');
  const types = typesFileOf(vite.root, options.types);
  if (types !== undefined) writeTypes(types, shipped.index);
  if (context.meta.watchMode)
    for (const { source } of result.assets) context.addWatchFile(`${config.input.replaceAll('\\', '/')}/${source}`);
  return shipped;
}

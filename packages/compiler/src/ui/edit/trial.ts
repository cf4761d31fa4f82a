// Compiles one source with other settings into a temporary folder. A copy of the project's record is next to it, so that the source is
// compiled as the next build would: what it is used for, and what else it depends on, is the same. The output and its record stay as they are.

import { join } from 'node:path';
import type { Config, Layer, LayerValues } from '../../config/config.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { runBuild } from '../../pipeline/build.js';
import type { BuildEnvironment } from '../../pipeline/build-environment.js';
import { CACHE_FILE } from '../../pipeline/cache/cache-state.js';
import type { BuildEvent } from '../../pipeline/report/events.js';
import { copyIntoTrial, makeTrialFolder, removeTrialFolder } from './trial-folder.js';

export interface TrialRequest {
  readonly config: Config;
  readonly source: string;
  /** The asset that is looked at: the source's own, or one that it contains. */
  readonly asset: string;
  /** The rule that would be written. */
  readonly match: string;
  readonly values: LayerValues;
  readonly signal: AbortSignal;
}

export interface Trial {
  readonly config: Config;
  readonly isBuilt: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** How long the asset took. Undefined if its result was known. */
  readonly milliseconds: number | undefined;
  /** Removes the folder. */
  end(): Promise<void>;
}

/** The folder's name inside the temporary one: a title for the page. */
const OUTPUT = 'trial';

export async function runTrial(
  { config, source, asset, match, values, signal }: TrialRequest,
  environment: BuildEnvironment,
): Promise<Trial> {
  const folder = await makeTrialFolder();
  const end = (): Promise<void> => removeTrialFolder(folder);
  try {
    const output = join(folder, OUTPUT);
    const { host } = environment;
    host.makeFolder(output);
    // Of a project that was never built there is none.
    if (host.stat(join(config.output, CACHE_FILE)) !== undefined)
      await copyIntoTrial(join(config.output, CACHE_FILE), join(output, CACHE_FILE));
    const trial = trialConfig(config, output, { origin: 'trial', match, values });
    let milliseconds: number | undefined;
    const onEvent = (event: BuildEvent): void => {
      if (event.type === 'asset' && event.id === asset && event.status === 'built') milliseconds = event.ms;
    };
    const { status, diagnostics } = await runBuild({ config: trial, paths: [source], signal, onEvent }, environment);
    return {
      config: trial,
      isBuilt: status === 'ok',
      diagnostics,
      milliseconds,
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Flags of the command line come after all rules. */
function trialConfig(config: Config, output: string, rule: Layer): Config {
  const isFlag = ({ origin }: Layer): boolean => origin.startsWith('--');
  const { budgets: _budgets, codegen: _codegen, ...rest } = config;
  return {
    ...rest,
    output,
    pack: false,
    otherOutputs: [...config.otherOutputs, config.output],
    layers: [...config.layers.filter((layer) => !isFlag(layer)), rule, ...config.layers.filter(isFlag)],
  };
}

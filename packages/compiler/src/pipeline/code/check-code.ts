// Whether generated code is what the assets give, by content: times prove nothing after a checkout.

import { uniteSources } from '../../codegen/code-model.js';
import { generateCode } from '../../codegen/generate-code.js';
import type { Config } from '../../config/config.js';
import { AssetError, type Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Kind } from '../../model/kind/kind.js';
import type { Host } from '../host/host.js';
import { codeInputs, readCodeSource } from './code-inputs.js';

/** One error for each generated file that is missing, was edited, or is made of other assets. */
export async function checkCode(
  config: Config,
  host: Host,
  findKind: (name: string) => Kind | undefined,
): Promise<readonly Diagnostic[]> {
  const inputs = codeInputs(config, host, findKind);
  // A folder without a manifest is reported already.
  if (inputs.length === 0) return [];
  try {
    const { model } = uniteSources(await Promise.all(inputs.map((input) => readCodeSource(host, input))));
    return (config.codegen?.files ?? []).flatMap(({ path, target }) => {
      const text = host.entryType(path) === 'file' ? new TextDecoder().decode(host.readFile(path)) : undefined;
      if (text?.replaceAll('\r\n', '\n') === generateCode(target, model)) return [];
      const state = text === undefined ? 'does not exist' : 'is not what the assets give';
      return [{ code: 'check/stale-code', severity: 'error', message: `${path} ${state}` }] satisfies Diagnostic[];
    });
  } catch (error) {
    if (!(error instanceof AssetError)) throw error;
    return [error.diagnostic];
  }
}

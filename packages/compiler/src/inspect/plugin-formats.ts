// Formats of plug-ins for info and check: recognized by the suffixes of their kind, described by its `describe`.

import type { Problem } from '@assetc/formats';
import { AssetError, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Kind } from '../model/kind/kind.js';
import type { OutputDescription } from '../model/kind/output.js';
import type { Description, FileFormat } from '../runtimes/file-format.js';

/** A description, or the plug-in's error. */
type DescribeResult = { readonly is: OutputDescription } | { readonly failed: Diagnostic };

export interface PluginFormat extends FileFormat {
  tryDescribe(bytes: Uint8Array): DescribeResult;
}

/** Their methods run the code of the plug-in. */
export const pluginFormats = (kinds: readonly Kind[]): readonly PluginFormat[] =>
  kinds.flatMap((kind) => (kind.plugin === undefined || kind.describe === undefined ? [] : [formatOfKind(kind)]));

function formatOfKind(kind: Kind): PluginFormat {
  const tryDescribe = (bytes: Uint8Array): DescribeResult => {
    try {
      return { is: kind.describe?.(bytes) ?? {} };
    } catch (error) {
      if (error instanceof AssetError) return { failed: { ...error.diagnostic, code: 'plugin/describe-failed' } };
      throw error;
    }
  };
  return {
    name: kind.name,
    extensions: suffixesOf(kind).map((suffix) => suffix.toLowerCase()),
    isListedAsEmbedded: true,
    recognizes: () => false,
    tryDescribe: tryDescribe,
    validate: async (): Promise<readonly Problem[]> => [],
    describe: (bytes) => toDescription(tryDescribe(bytes)),
  };
}

function toDescription(result: DescribeResult): Description {
  if ('failed' in result)
    return { facts: {}, statements: [`its plug-in cannot describe it: ${result.failed.message}`] };
  const { facts = {}, statements, problems = [] } = result.is;
  const shown = statements ?? Object.entries(facts).map(([name, value]) => `${name}: ${value}`);
  return { facts, statements: [...shown, ...problems.map((problem) => `wrong: ${problem}`)] };
}

/** With default settings. Suffixes that depend on other values are not known here. */
function suffixesOf({ name, own, suffixes }: Kind): readonly string[] {
  const values = Object.entries(own?.settings ?? {}).map(([key, setting]) => [key, setting.default] as const);
  return suffixes({ [name]: Object.fromEntries(values) }, '').filter((suffix) => suffix !== '');
}

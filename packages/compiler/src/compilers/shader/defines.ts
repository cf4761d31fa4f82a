// Checks the macros of shader.defines and sorts them by name.

import { AssetError } from '../../diagnostics/diagnostic.js';
import type { ShaderSettings } from './settings.js';

export type Defines = readonly (readonly [name: string, value: string])[];

export function definesOf(settings: Pick<ShaderSettings, 'defines'>, file: string): Defines {
  const defines: (readonly [string, string])[] = [];
  for (const [name, value] of Object.entries(settings.defines)) {
    const text = value === true ? '1' : String(value);
    if (!/^[A-Za-z_]\w*$/.test(name) || /[\r\n\\]/.test(text))
      throw new AssetError({
        code: 'shader/bad-define',
        file,
        message: `shader.defines: ${JSON.stringify(name)} cannot be defined as ${JSON.stringify(text)}`,
        hint: 'Use letters, digits and underscores for names, and one line for values.',
      });
    if (value !== false) defines.push([name, text]);
  }
  return defines.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

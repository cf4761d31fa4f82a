// The remedy that a code's declaration states: the hint where a diagnostic brings none of its own.

import { codeAreas } from './all-codes.js';

export function remedyOf(code: string): string | undefined {
  const [area = ''] = code.split('/', 1);
  const codes = Object.hasOwn(codeAreas, area) ? codeAreas[area] : undefined;
  return codes !== undefined && Object.hasOwn(codes, code) ? codes[code]?.remedy : undefined;
}

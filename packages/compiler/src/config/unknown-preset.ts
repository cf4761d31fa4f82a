// The diagnostic for a preset that the file does not have.

import { nearest } from '../diagnostics/nearest.js';

export const unknownPreset = (name: string, known: readonly string[]): string =>
  `there is no preset ${JSON.stringify(name)}${known.length > 0 ? `; known: ${known.join(', ')}` : ''}`;

export function presetHint(name: string, known: readonly string[]): string {
  if (known.length === 0) return 'The configuration defines no presets. Add one under `presets`.';
  const meant = nearest(name, known);
  return meant === undefined ? `Use one of: ${known.join(', ')}.` : `Did you mean ${meant}?`;
}

// Rejects files that include each other in a cycle if none of them has a guard. Slang would follow it until it runs out of memory: 2 GB,
// over a minute.

import { AssetError } from '../../diagnostics/diagnostic.js';
import type { ShaderFile, ShaderReference } from '../../model/shader-sources.js';
import { blankComments } from './scan-references.js';
import { placeAt } from './text-place.js';

export function rejectEndlessIncludes(files: ReadonlyMap<string, ShaderFile>): void {
  // Only unguarded files can be part of an endless cycle.
  const unguarded = new Map([...files].filter(([, { text }]) => !isGuarded(text)));
  const state = new Map<string, 'entered' | 'left'>();
  const visit = (file: ShaderFile): void => {
    state.set(file.path, 'entered');
    for (const reference of file.references) {
      const next =
        reference.is === 'include' && reference.target !== undefined ? unguarded.get(reference.target) : undefined;
      if (next === undefined) continue;
      if (state.get(next.path) === 'entered') throw endless(file, reference);
      if (!state.has(next.path)) visit(next);
    }
    state.set(file.path, 'left');
  };
  for (const file of unguarded.values()) if (!state.has(file.path)) visit(file);
}

/** Any condition may end the cycle; the compiler decides whether it does. */
const isGuarded = (text: string): boolean =>
  /^[ \t]*#[ \t]*(?:pragma[ \t]+once|ifn?def|if)\b/m.test(blankComments(text));

const endless = (file: ShaderFile, reference: ShaderReference): AssetError =>
  new AssetError({
    code: 'shader/include-depth',
    file: file.path,
    where: placeAt(file.text, reference.start),
    message: 'files include each other without end',
    hint: 'Begin each included file with #pragma once.',
  });

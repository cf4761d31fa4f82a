// The reply of a worker. Bytes are identified by their digests; the building machine compares everything else with the job that it sent.

import type { PortableDiagnostic } from '../../diagnostics/portable-diagnostic.js';
import { areKnown } from '../../diagnostics/stored-diagnostics.js';
import type { DerivedAsset } from '../../model/kind/output.js';
import { checkDependencyObject, checkDerived, checkRef, takeDiagnostic } from '../cache/check-record.js';
import type { Dependency } from '../cache/record.js';
import { checkMadeOutput } from '../cache/trace.js';
import { Damaged, fields, finite, inputPath, list } from '../cache/untrusted.js';
import type { MadeOutput } from '../execute/made-output.js';
import type { Need } from '../workers/input/remote-inputs.js';
import { MAX_TEXT_CHARACTERS, parseJson } from './farm-job.js';

export interface MadeReply {
  readonly is: 'made';
  readonly ms: number;
  readonly outputs: readonly MadeOutput[];
  readonly outputsByPreset: readonly (readonly MadeOutput[])[];
  readonly derived: readonly DerivedAsset[];
  readonly dependencies: readonly Dependency[];
  readonly diagnostics: readonly PortableDiagnostic[];
}

/** unmade: it failed, or cannot be sent. The building machine compiles it and reports the problem. */
export type FarmReply =
  | MadeReply
  | { readonly is: 'needs'; readonly needs: readonly Need[] }
  | { readonly is: 'unmade' };

/** Undefined if it is not one of our replies. */
export function parseReplyOrNothing(message: string): FarmReply | undefined {
  try {
    return parseFarmReply(message);
  } catch (error) {
    if (error instanceof Damaged) return undefined;
    throw error;
  }
}

function parseFarmReply(message: string): FarmReply {
  if (message.length > MAX_TEXT_CHARACTERS) throw new Damaged(`a reply of at most ${MAX_TEXT_CHARACTERS} characters`);
  const reply = fields(parseJson(message));
  switch (reply.is) {
    case 'unmade':
      return { is: 'unmade' };
    case 'needs':
      return { is: 'needs', needs: list(reply.needs).map(checkNeed) };
    case 'made':
      return checkMade(reply);
    default:
      throw new Damaged('a reply');
  }
}

function checkMade(reply: { readonly [key: string]: unknown }): MadeReply {
  const derived = list(reply.derived).map((one) => {
    checkDerived(one);
    return one;
  });
  const diagnostics = list(reply.diagnostics).map(takeDiagnostic);
  if (!areKnown(diagnostics)) throw new Damaged('codes of this version');
  return {
    is: 'made',
    ms: finite(reply.ms),
    outputs: list(reply.outputs).map(checkMadeOutput),
    outputsByPreset: list(reply.outputsByPreset).map((own) => list(own).map(checkMadeOutput)),
    derived,
    dependencies: list(reply.dependencies).map(checkDependencyObject),
    diagnostics,
  };
}

function checkNeed(value: unknown): Need {
  const need = fields(value);
  switch (need.type) {
    case 'file':
    case 'existence':
    case 'mention':
      return { type: need.type, path: inputPath(need.path) };
    case 'listing':
      return { type: 'listing', folder: inputPath(need.folder) };
    case 'part':
      checkRef(need.ref);
      return { type: 'part', ref: need.ref };
    case 'settings':
      return { type: 'settings' };
    default:
      throw new Damaged('a need');
  }
}

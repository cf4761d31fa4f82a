// Wraps a plug-in's kind: reports its errors at their place in the plug-in's source, and checks what it returns. Its
// version is the plug-in's version and the digest of its files.

import { type Kind, sealKind } from '../model/kind/kind.js';
import { KindMistake } from '../model/kind/kind-mistake.js';
import type { PluginBundle } from '../model/kind/plugin-bundle.js';
import type { Plugin } from './define-plugin.js';
import { guardCodeNames } from './guard-code-names.js';
import { pluginFailure } from './plugin-failure.js';
import { collectUnhandledFailures } from './unhandled-failures.js';

/** Enough to be unique in a project. */
const DIGEST_DIGITS = 32;

export function guardKind(kind: Kind, { name: plugin, version }: Plugin, bundle: PluginBundle): Kind {
  const guarded = <A extends readonly unknown[], T>(
    what: string,
    ask: ((...args: A) => T) | undefined,
    isRight: (value: T) => boolean = () => true,
  ) =>
    ask &&
    ((...args: A): T => {
      try {
        const value = ask(...args);
        if (isRight(value)) return value;
        throw new KindMistake('bad-definition', `${what} of the kind ${kind.name} returned ${typeof value}`);
      } catch (error) {
        const about = args.find((arg) => typeof arg === 'string');
        const doing = `when ${what} of the kind ${kind.name} was asked${about === undefined ? '' : ` about ${about}`}`;
        throw pluginFailure(error, bundle, doing, 'plugin/threw');
      }
    });
  const all = guardAll(kind, guarded);
  const codeNames =
    kind.codeNames &&
    guardCodeNames(kind.codeNames.bind(kind), kind.name, (error, doing) =>
      pluginFailure(error, bundle, doing, 'plugin/threw'),
    );
  return sealKind({
    ...all,
    ...(codeNames !== undefined && { codeNames }),
    plugin,
    version: `${plugin} ${version} ${bundle.digest.slice(0, DIGEST_DIGITS)}`,
    listedAs: kind.listedAs ?? 'embed',
    async compile(context) {
      try {
        const [stray] = await collectUnhandledFailures(() => kind.compile(context));
        if (stray !== undefined) throw lateMistake(stray);
      } catch (error) {
        context.signal.throwIfAborted();
        throw pluginFailure(error, bundle, `while it compiled ${context.path}`, 'plugin/threw');
      }
    },
  });
}

function lateMistake(reason: unknown): KindMistake {
  const text = reason instanceof Error ? `${reason.name}: ${reason.message}` : String(reason);
  const mistake = new KindMistake('late', `did not await a promise, which failed with ${text}`);
  if (reason instanceof Error && reason.stack !== undefined) mistake.stack = reason.stack;
  return mistake;
}

type Guard = <A extends readonly unknown[], T>(
  what: string,
  ask: ((...args: A) => T) | undefined,
  isRight?: (value: T) => boolean,
) => ((...args: A) => T) | undefined;

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === 'string');

/** Guards the functions that the build calls itself; `compile` runs on a thread. */
function guardAll(kind: Kind, guard: Guard): Kind {
  const { claims, base, suffixes, nearMiss, describe, memoryOf, workOf } = kind;
  const given = {
    nearMiss: guard('nearMiss', nearMiss?.bind(kind)),
    describe: guard('describe', describe?.bind(kind), (value) => typeof value === 'object' && value !== null),
    memoryOf: guard('memoryOf', memoryOf?.bind(kind), Number.isFinite),
    workOf: guard('workOf', workOf?.bind(kind), Number.isFinite),
  };
  const present = Object.fromEntries(Object.entries(given).filter(([, ask]) => ask !== undefined));
  return {
    ...kind,
    ...present,
    claims: guard('match', claims, (value) => typeof value === 'boolean') ?? claims,
    base: guard('base', base, isText) ?? base,
    suffixes: guard('outputs', suffixes, areTexts) ?? suffixes,
  };
}

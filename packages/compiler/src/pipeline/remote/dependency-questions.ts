// A dependency without its answer: a question that another machine answers for itself. Equal answers to the questions of a
// result, under an equal content key, mean that the result is what compiling would give.

import type { BytesRef } from '../../model/kind/bytes-ref.js';
import type { Claim } from '../../model/kind/compile-context.js';
import type { Asset } from '../asset.js';
import { canonicalJson } from '../cache/canonical-json.js';
import { checkDependencyObject, checkSettings } from '../cache/check-record.js';
import type { Dependency } from '../cache/record.js';
import type { Trace } from '../cache/trace.js';
import { type Fields, fields } from '../cache/untrusted.js';
import { isCoveredByKey } from '../plan/content-key.js';
import type { Facts } from '../plan/staleness.js';

export type Question =
  | { readonly type: 'bytes'; readonly path: string }
  | { readonly type: 'part'; readonly ref: BytesRef }
  | { readonly type: 'existence'; readonly path: string }
  | { readonly type: 'listing'; readonly folder: string }
  /** `like`: the names of the settings, without values. */
  | { readonly type: 'settings-for'; readonly name: string; readonly like: string }
  | { readonly type: 'settings-of'; readonly path: string; readonly like: string }
  | { readonly type: 'mention'; readonly path: string; readonly use: string };

type Answer = string | boolean | readonly string[] | Claim | null;

interface Answered {
  readonly question: Question;
  readonly answer: Answer;
}

/** The dependencies of a trace beyond its content key, in a fixed order. */
export function answeredIn(trace: Trace, asset: Asset): readonly Answered[] {
  const open = trace.dependencies.filter((dependency) =>
    trace.anywhere ? dependency.type === 'settings-for' : !isCoveredByKey(asset, dependency),
  );
  const byText = new Map<string, Answered>();
  for (const dependency of open) {
    const answered = take(dependency);
    byText.set(canonicalJson(answered.question), answered);
  }
  return [...byText].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, answered]) => answered);
}

function take(dependency: Dependency): Answered {
  switch (dependency.type) {
    case 'bytes':
      return { question: { type: 'bytes', path: dependency.path }, answer: dependency.digest };
    case 'part':
      return { question: { type: 'part', ref: dependency.ref }, answer: dependency.digest };
    case 'existence':
      return { question: { type: 'existence', path: dependency.path }, answer: dependency.exists };
    case 'listing':
      return { question: { type: 'listing', folder: dependency.folder }, answer: dependency.names };
    case 'settings-for': {
      const { type, name, json } = dependency;
      return { question: { type, name, like: withoutValues(json) }, answer: json };
    }
    case 'settings-of': {
      const { type, path, json } = dependency;
      return { question: { type, path, like: withoutValues(json) }, answer: json };
    }
    case 'mention': {
      const { type, path, use, claim } = dependency;
      return { question: { type, path, use }, answer: claim };
    }
  }
}

/** The current answer on this machine. */
export function answerNow(question: Question, asset: Asset, facts: Facts): Answer {
  switch (question.type) {
    case 'bytes':
      return facts.digest(question.path) ?? null;
    case 'part':
      return facts.partDigest(question.ref) ?? null;
    case 'existence':
      return facts.exists(question.path);
    case 'listing':
      return facts.listing(question.folder);
    case 'settings-for':
      return facts.settingsFor(asset, question.name, question.like).json;
    case 'settings-of':
      return facts.settingsOf(question.path, question.like).json;
    case 'mention':
      return facts.claim(question.path) ?? null;
  }
}

const NO_DIGEST = '0'.repeat(64);

/** Checked like a dependency without its answer. Throws Damaged. */
export function checkQuestion(value: unknown): Question {
  const given = fields(value);
  return take(checkDependencyObject({ ...given, ...anyAnswer(given) })).question;
}

function anyAnswer({ type, like }: Fields): Fields {
  switch (type) {
    case 'part':
      return { digest: NO_DIGEST, fileDigest: NO_DIGEST };
    case 'listing':
      return { names: null };
    case 'mention':
      return { claim: null };
    case 'settings-for':
    case 'settings-of':
      return { json: checkSettings(like) };
    default:
      return { digest: NO_DIGEST };
  }
}

function withoutValues(json: string): string {
  const groups = Object.entries(fields(JSON.parse(json))).map(([group, settings]) => [
    group,
    Object.fromEntries(Object.keys(fields(settings)).map((name) => [name, null])),
  ]);
  return canonicalJson(Object.fromEntries(groups));
}

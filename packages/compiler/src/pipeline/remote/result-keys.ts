// The two steps to a result. The dependencies of an asset follow from its content, so `ac(content key)` lists the questions that compiles of
// this content asked, and `ac(content key + answers)` is the result. Without questions the result itself is stored under
// `ac(content key)`. All are AC values of Bazel's protocol; our data is in `stdout_raw`:
//
//   64 digits   SHA-256 of the key, a line end and the JSON, so that a damaged value, or one under another key, is detected
//   a space
//   step 1      { "asked": [{ "source": path or null, "questions": [...] }, ...] }   the newest first; or what step 2 has
//   step 2      a trace (see cache/trace.ts), whose outputs are the files of the value
//
// Keys contain the same as local keys, and nothing about the machine. Rejected: always storing questions and result separately, which took
// a third request for every uploaded texture, and a second round trip for every downloaded one.

import type { Asset } from '../asset.js';
import { canonicalJson } from '../cache/canonical-json.js';
import { digestText } from '../cache/digest.js';
import type { Trace } from '../cache/trace.js';
import { Damaged, fields, inputPath, list, shortList } from '../cache/untrusted.js';
import type { Facts } from '../plan/staleness.js';
import { answeredIn, answerNow, checkQuestion, type Question } from './dependency-questions.js';

/** Increase it if the meaning of a value changes, so that versions do not mix. */
const VALUE_VERSION = 2;

/** Maximum lists of one content key, like the traces of a local store. */
const MAX_ASKED = 16;

/** Maximum questions of one content key: each is answered by reading the input. */
const MAX_QUESTIONS = 1 << 16;

export interface AskedQuestions {
  /** Null if the result is valid for equal content at any path. */
  readonly source: string | null;
  readonly questions: readonly Question[];
}

export const questionsKey = (contentKey: string): string =>
  digestText(`assetc questions ${VALUE_VERSION} ${contentKey}`);

const keyOf = (contentKey: string, source: string | null, answered: unknown): string =>
  digestText(`assetc result ${VALUE_VERSION} ${contentKey} ${canonicalJson([source, answered])}`);

/** The key of a trace's result, and the questions by which it is found; undefined if there are none. */
export function placeOf(
  contentKey: string,
  trace: Trace,
  asset: Asset,
): { readonly key: string; readonly asked: AskedQuestions | undefined } {
  const answered = answeredIn(trace, asset);
  const source = trace.anywhere ? null : trace.source;
  if (source === null && answered.length === 0) return { key: questionsKey(contentKey), asked: undefined };
  return {
    key: keyOf(
      contentKey,
      source,
      answered.map(({ question, answer }) => [question, answer]),
    ),
    asked: { source, questions: answered.map(({ question }) => question) },
  };
}

/** The key of the result for the answers of this machine. Undefined if the questions belong to another source. */
export function keyHere(
  contentKey: string,
  { source, questions }: AskedQuestions,
  asset: Asset,
  facts: Facts,
): string | undefined {
  if (source !== null && source !== asset.source) return undefined;
  return keyOf(
    contentKey,
    source,
    questions.map((question) => [question, answerNow(question, asset, facts)]),
  );
}

export function encodeRecord(key: string, value: unknown): Uint8Array {
  const json = JSON.stringify(value);
  return new TextEncoder().encode(`${digestText(`${key}\n${json}`)} ${json}`);
}

/** Throws Damaged or SyntaxError. */
export function decodeRecord(key: string, record: Uint8Array): unknown {
  const text = new TextDecoder().decode(record);
  const json = text.slice(65);
  if (text.slice(0, 65) !== `${digestText(`${key}\n${json}`)} `) throw new Damaged('the value of this key');
  return JSON.parse(json);
}

export function encodeAsked(key: string, asked: readonly AskedQuestions[]): Uint8Array {
  let questions = 0;
  const newest = asked.slice(0, MAX_ASKED).filter((one) => {
    questions += one.questions.length;
    return questions <= MAX_QUESTIONS;
  });
  return encodeRecord(key, { asked: newest });
}

/** Undefined if the value is a result. Throws Damaged or SyntaxError. */
export function decodeAsked(key: string, record: Uint8Array): readonly AskedQuestions[] | undefined {
  const value = fields(decodeRecord(key, record));
  if (value.asked === undefined) return undefined;
  const asked = shortList(value.asked).slice(0, MAX_ASKED).map(fields);
  const count = asked.reduce((sum, { questions }) => sum + list(questions).length, 0);
  if (count > MAX_QUESTIONS) throw new Damaged(`at most ${MAX_QUESTIONS} questions`);
  return asked.map(({ source, questions }) => ({
    source: source === null ? null : inputPath(source),
    questions: list(questions).map(checkQuestion),
  }));
}

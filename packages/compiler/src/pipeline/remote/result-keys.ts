// The two steps to a result. What an asset reads is known only from its content, so `ac(content key)` lists the questions that compiles
// of such content asked, and `ac(content key + the answers)` is the result. Where nothing was asked the first step is the last: the result itself
// is stored under `ac(content key)`. All are AC values of Bazel's protocol; ours is in `stdout_raw`:
//
//   64 digits   SHA-256 of the key, a line end and the JSON, so that a damaged value, or one under another key, is detected
//   a space
//   step 1      { "asked": [{ "source": path or null, "questions": [...] }, ...] }   the newest first; or what step 2 has
//   step 2      a trace (see cache/trace.ts), whose outputs are the files of the value
//
// Keys hold what local keys hold, and nothing of the machine. Rejected: questions and result always apart, which took a third request for
// every texture that is sent, and a second round trip for every one that is taken.

import type { Asset } from '../asset.js';
import { canonicalJson } from '../cache/canonical-json.js';
import { digestText } from '../cache/digest.js';
import type { Trace } from '../cache/trace.js';
import { Damaged, fields, inputPath, list, shortList } from '../cache/untrusted.js';
import type { Facts } from '../plan/staleness.js';
import { answeredIn, answerNow, checkQuestion, type Question } from './dependency-questions.js';

/** Bump when the meaning of a value changes, so that versions never meet. */
const VALUE_VERSION = 2;

/** Of one content: as many as a local store keeps traces. */
const MAX_ASKED = 16;

/** Of one content, all lists together: each is answered by asking the input. */
const MAX_QUESTIONS = 1 << 16;

export interface AskedQuestions {
  /** Null: the outcome holds for equal content at any path. */
  readonly source: string | null;
  readonly questions: readonly Question[];
}

export const questionsKey = (contentKey: string): string =>
  digestText(`assetc questions ${VALUE_VERSION} ${contentKey}`);

const keyOf = (contentKey: string, source: string | null, answered: unknown): string =>
  digestText(`assetc result ${VALUE_VERSION} ${contentKey} ${canonicalJson([source, answered])}`);

/** Where the result of a trace belongs, and by which questions it is found; undefined: by none. */
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

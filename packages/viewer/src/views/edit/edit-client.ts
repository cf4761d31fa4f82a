// Asks the server for changes of the project, with the token of the printed address.

import type { UiApplied, UiRuleChange, UiRulePreview, UiTrial } from '../../api.js';
import { ReadError } from '../../store/read-error.js';
import { theToken } from './token.js';

async function post(name: string, body: object, signal?: AbortSignal): Promise<Response> {
  const answer = await fetch(`api/edit/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Assetc-Token': theToken() },
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });
  if (answer.ok) return answer;
  const text = (await answer.text()).trim();
  throw new ReadError(text === '' ? `the server answered ${answer.status}` : text);
}

const jsonOf = async <T>(answer: Promise<Response>): Promise<T> => (await (await answer).json()) as T;

export const previewRule = (change: UiRuleChange, signal: AbortSignal): Promise<UiRulePreview> =>
  jsonOf(post('preview', change, signal));
export const applyRule = (change: UiRuleChange): Promise<UiApplied> => jsonOf(post('apply', change));
export const undoRule = (): Promise<UiApplied> => jsonOf(post('undo', {}));

/** Returns when it is compiled. `signal` ends it: its files are gone then. */
export async function startTrial(change: UiRuleChange, signal: AbortSignal): Promise<UiTrial> {
  const answer = await post('trial', change, signal);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (reader !== undefined && !text.includes('\n')) {
    const { done, value } = await reader.read();
    if (done) break;
    text += value;
  }
  // The answer is not read to its end: it ends with the trial.
  return JSON.parse(text) as UiTrial;
}

// Routes `api/edit/`: settings to read, and changes, which need the token of the printed address.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { UiRuleChange } from '@assetc/viewer/api';
import { answerJson, refuse } from '../http/answer.js';
import { type Refusal, SAFE_HEADERS } from '../http/request-guard.js';
import { type EditDesk, trialDiagnostics } from './edit-desk.js';
import { parseChange, readBody } from './read-body.js';

const NO_TOKEN: Refusal = { status: 403, message: 'only the page of the printed address may change something' };
const NOT_THERE: Refusal = { status: 404, message: 'there is no such file' };

export async function routeEdit(
  request: IncomingMessage,
  response: ServerResponse,
  desk: EditDesk,
  [name = '', ...rest]: readonly string[],
): Promise<void> {
  const path = rest.join('/');
  if (request.method !== 'POST') {
    const isSettings = name === 'settings' && path.endsWith('.json');
    if (!isSettings) return refuse(response, NOT_THERE);
    return answerJson(request, response, (await desk.editable(path.slice(0, -'.json'.length))) ?? null);
  }
  const token = request.headers['x-assetc-token'];
  if (typeof token !== 'string' || !desk.isAllowed(token)) return refuse(response, NO_TOKEN);
  const body = await readBody(request);
  if ('refusal' in body) return refuse(response, body.refusal);
  if (name === 'undo' && path === '') return answerJson(request, response, await desk.undo());
  const change = parseChange(body.value);
  if ('refusal' in change) return refuse(response, change.refusal);
  if (name === 'preview' && path === '') return answerJson(request, response, await desk.preview(change.value));
  if (name === 'apply' && path === '') return answerJson(request, response, await desk.apply(change.value));
  if (name === 'trial' && path === '') return holdTrial(response, desk, change.value);
  refuse(response, NOT_THERE);
}

/** The trial lives as long as its answer: until the page ends it, or is gone. */
async function holdTrial(response: ServerResponse, desk: EditDesk, change: UiRuleChange): Promise<void> {
  const life = new AbortController();
  response.once('close', () => life.abort());
  const trial = await desk.openTrial(change, life.signal);
  if (life.signal.aborted) return;
  response.writeHead(200, {
    ...SAFE_HEADERS,
    'Content-Type': 'application/x-ndjson; charset=utf-8',
    'Cache-Control': 'no-store',
  });
  const send = (value: object): boolean => response.write(`${JSON.stringify(value)}\n`);
  if (!('because' in trial) && trial.isBuilt) {
    send({ id: trial.id, milliseconds: trial.milliseconds ?? null });
    return;
  }
  if ('because' in trial) send({ because: trial.because, diagnostics: [] });
  else send({ because: 'it cannot be compiled with these settings', diagnostics: trialDiagnostics(trial) });
  response.end();
}

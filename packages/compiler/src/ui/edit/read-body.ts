// Reads what the page posts: JSON of a bounded size, checked field by field.

import type { IncomingMessage } from 'node:http';
import type { UiRuleChange, UiValue } from '@assetc/viewer/api';
import type { Refusal } from '../http/request-guard.js';

const MAX_BODY_BYTES = 1 << 16;
const MAX_DEPTH = 8;

/** A refusal, or the value. */
type Body<T> = { readonly refusal: Refusal } | { readonly value: T };

/** A form cannot send this type, so that no page of another site can without being asked. */
const isJson = ({ headers }: IncomingMessage): boolean =>
  /^application\/json(;\s*charset=utf-8)?$/i.test(headers['content-type'] ?? '');

export async function readBody(request: IncomingMessage): Promise<Body<unknown>> {
  if (!isJson(request)) return { refusal: { status: 415, message: 'send application/json' } };
  const tooLarge: Body<unknown> = { refusal: { status: 413, message: `send at most ${MAX_BODY_BYTES} bytes` } };
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return tooLarge;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) return tooLarge;
    chunks.push(chunk);
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return { value };
  } catch {
    return { refusal: { status: 400, message: 'this is not JSON' } };
  }
}

const WRONG: Body<UiRuleChange> = { refusal: { status: 400, message: 'this is not a change of settings' } };

export function parseChange(value: unknown): Body<UiRuleChange> {
  if (!isObject(value) || typeof value.path !== 'string' || !isObject(value.values)) return WRONG;
  const { path, values, match, onlyPreset = false } = value;
  if (typeof onlyPreset !== 'boolean' || (match !== undefined && typeof match !== 'string')) return WRONG;
  const groups: [string, UiRuleChange['values'][string]][] = [];
  for (const [group, settings] of Object.entries(values)) {
    if (!isObject(settings)) return WRONG;
    const own: [string, UiValue][] = [];
    for (const [name, setting] of Object.entries(settings)) {
      if (!isValue(setting, 0)) return WRONG;
      own.push([name, setting]);
    }
    groups.push([group, Object.fromEntries(own)]);
  }
  // A name may be `__proto__`: it is an unknown one like any other.
  return {
    value: { path, values: Object.fromEntries(groups), ...(match === undefined ? {} : { match }), onlyPreset },
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isValue(value: unknown, depth: number): value is UiValue {
  if (['boolean', 'number', 'string'].includes(typeof value)) return true;
  if (typeof value !== 'object' || value === null || depth === MAX_DEPTH) return false;
  return Object.values(value).every((inner) => isValue(inner, depth + 1));
}

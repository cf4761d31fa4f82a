// A read-only view of plain data that throws on writes.

import { KindMistake } from '../model/kind/kind-mistake.js';

/** `refuse` throws. Writes to a frozen object would be ignored silently in sloppy mode. */
export function readOnly(value: unknown, refuse: (mistake: KindMistake) => never): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const no = (_: object, key: string | symbol): never =>
    refuse(new KindMistake('changed-settings', `changed its setting ${String(key)}`));
  const none = (): never => refuse(new KindMistake('changed-settings', 'changed its settings'));
  return new Proxy(value, {
    get: (target, key) => readOnly(Reflect.get(target, key), refuse),
    set: no,
    deleteProperty: no,
    defineProperty: no,
    setPrototypeOf: none,
    preventExtensions: none,
  });
}

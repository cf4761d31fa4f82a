// A view of plain data through which nothing can be changed, and which tells who tries.

import { KindMistake } from '../model/kind-mistake.js';

/** `refuse` throws. A frozen object would let code that is not strict go on in silence. */
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

// Settings that record which of them are read: only those become dependencies.

import type { ResolvedSettings } from '../../../model/kind/setting.js';

/** Adds settings that are read to `asked`, as `group.setting`. */
export function recordedSettings(settings: ResolvedSettings, asked: Set<string>): ResolvedSettings {
  const groups = Object.entries(settings).map(([group, values]) => {
    const watched = new Proxy(values, {
      get(target, name, receiver) {
        if (typeof name === 'string' && Object.hasOwn(target, name)) asked.add(`${group}.${name}`);
        return Reflect.get(target, name, receiver);
      },
    });
    return [group, watched] as const;
  });
  return Object.fromEntries(groups);
}

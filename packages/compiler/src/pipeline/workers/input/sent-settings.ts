// Settings that are sent to a thread: as text, created and parsed once for all jobs with the same settings.

import type { ResolvedSettings, SettingValue } from '../../../model/kind/setting.js';

const texts = new WeakMap<ResolvedSettings, string>();

/** In the order of the settings, because outputs may list them in this order. */
export function settingsText(settings: ResolvedSettings): string {
  const known = texts.get(settings);
  if (known !== undefined) return known;
  const text = JSON.stringify(settings);
  texts.set(settings, text);
  return text;
}

/** Cache size of a thread. With more different settings, some are parsed again. */
const MAX_TEXTS = 256;

/** Several jobs share the same frozen object. */
export function settingsReader(): (text: string) => ResolvedSettings {
  const read = new Map<string, ResolvedSettings>();
  return (text) => {
    const known = read.get(text);
    if (known !== undefined) return known;
    if (read.size >= MAX_TEXTS) read.clear();
    const settings: ResolvedSettings = JSON.parse(text);
    for (const group of Object.values(settings)) freeze(group);
    Object.freeze(settings);
    read.set(text, settings);
    return settings;
  };
}

function freeze(value: SettingValue): void {
  if (typeof value !== 'object' || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const part of Object.values(value)) freeze(part);
}

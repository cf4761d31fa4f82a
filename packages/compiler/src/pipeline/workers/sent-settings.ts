// Settings on their way to a thread: as a text, made and read once for all jobs that have the same.

import type { ResolvedSettings, SettingValue } from '../../model/kind/setting.js';

const texts = new WeakMap<ResolvedSettings, string>();

/** In the order of the settings: who lists them in an output lists them so. */
export function settingsText(settings: ResolvedSettings): string {
  const known = texts.get(settings);
  if (known !== undefined) return known;
  const text = JSON.stringify(settings);
  texts.set(settings, text);
  return text;
}

/** Of a thread, for as long as it lives; a project with more sorts of settings than that reads some of them again. */
const MAX_TEXTS = 256;

/** Several jobs are given the same object, which none of them can change. */
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

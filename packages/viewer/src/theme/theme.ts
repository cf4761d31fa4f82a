// Dark or light: the system's preference, unless the user chose. Colors are tokens of theme/tokens.css; canvases read them by name.

import { useEffect, useState } from 'preact/hooks';

export const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const KEY = 'assetc.theme';
const listeners = new Set<() => void>();

/** A page opened from a file or in a frame may have no storage. */
function stored(): Theme {
  try {
    const value = localStorage.getItem(KEY);
    return THEMES.find((theme) => theme === value) ?? 'system';
  } catch {
    return 'system';
  }
}

let current = stored();

function apply(): void {
  document.documentElement.dataset.theme = current;
  for (const listener of [...listeners]) listener();
}

export function startTheme(): void {
  apply();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply);
}

export const theTheme = (): Theme => current;

export function setTheme(theme: Theme): void {
  current = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Without storage, the choice lasts as long as the page.
  }
  apply();
}

export const isDark = (): boolean =>
  current === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : current === 'dark';

/** Adds a listener for color changes. Returns a function that removes it. */
export function onTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the page is dark; renders again on a change. */
export function useDark(): boolean {
  const [dark, setDark] = useState(isDark());
  useEffect(() => onTheme(() => setDark(isDark())), []);
  return dark;
}

// A button that cycles through system, light and dark.

import { useState } from 'preact/hooks';
import { ThemeIcon } from '../parts/icons.js';
import { setTheme, THEMES, theTheme } from './theme.js';

export function ThemeButton() {
  const [theme, show] = useState(theTheme());
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  return (
    <button
      type="button"
      class="icon-button"
      title={`Theme: ${theme}. Press for ${next}.`}
      aria-label={`Theme: ${theme}. Press for ${next}.`}
      onClick={() => {
        setTheme(next);
        show(next);
      }}
    >
      <ThemeIcon theme={theme} />
    </button>
  );
}

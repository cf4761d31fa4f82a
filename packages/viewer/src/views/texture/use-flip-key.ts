// The key F switches between the texture and its source, except in a text field.

import { useEffect } from 'preact/hooks';
import type { Comparison } from '../../texture/sheet/sheet-renderer.js';
import type { Change } from './texture-state.js';

const FIELDS = 'input:not([type=radio],[type=range],[type=checkbox]), textarea, select';

export function useFlipKey(isCompared: boolean, comparison: Comparison, change: Change): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof HTMLElement && event.target.closest(FIELDS) !== null;
      if (event.key !== 'f' || isTyping || event.ctrlKey || event.metaKey || event.altKey || !isCompared) return;
      change({ comparison: comparison === 'source' ? 'off' : 'source' });
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [comparison, isCompared, change]);
}

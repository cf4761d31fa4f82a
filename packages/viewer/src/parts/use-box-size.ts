// The current size of an element, for lists that render only visible rows.

import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

interface BoxSize {
  readonly width: number;
  readonly height: number;
}

/** In CSS pixels; `guess` until measured. */
export function useBoxSize(box: RefObject<HTMLElement | null>, guess: BoxSize): BoxSize {
  const [size, setSize] = useState(guess);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const watch = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return size;
}

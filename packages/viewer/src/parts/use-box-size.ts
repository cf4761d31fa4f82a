// The size of an element, as it changes: for lists that hold only what is in sight.

import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

interface BoxSize {
  readonly width: number;
  readonly height: number;
}

/** In points; `guess` until it was measured. */
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

// A canvas with WebGL may lose its context (the graphics driver starts anew, too many pages draw) and get it back empty.

import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { dropContext } from '../gl/program.js';

/**
 * Another number each time that the context was given back, undefined while it is lost: what is made on it names this among its keys, and so
 * is let go and made again. The context itself goes with the component.
 */
export function useContextLife(canvas: RefObject<HTMLCanvasElement | null>): number | undefined {
  const [{ count, isLost }, setLife] = useState({ count: 0, isLost: false });
  useLayoutEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const onLost = (event: Event): void => {
      // Who does not hold the loss back is never given another.
      event.preventDefault();
      setLife((was) => ({ ...was, isLost: true }));
    };
    const onRestored = (): void => setLife((was) => ({ count: was.count + 1, isLost: false }));
    element.addEventListener('webglcontextlost', onLost);
    element.addEventListener('webglcontextrestored', onRestored);
    return () => {
      element.removeEventListener('webglcontextlost', onLost);
      element.removeEventListener('webglcontextrestored', onRestored);
      dropContext(element);
    };
  }, []);
  return isLost ? undefined : count;
}

// A WebGL canvas may lose its context (the graphics driver restarts, too many pages draw) and get back an empty one.

import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { dropContext } from '../gl/program.js';

/**
 * A new number each time the context is restored, undefined while it is lost. Use it as a dependency of everything made on the context, so
 * that it is disposed of and made again. The context is released with the component.
 */
export function useContextLife(canvas: RefObject<HTMLCanvasElement | null>): number | undefined {
  const [{ count, isLost }, setLife] = useState({ count: 0, isLost: false });
  useLayoutEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const onLost = (event: Event): void => {
      // Without this, the browser never restores the context.
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

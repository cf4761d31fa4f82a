// Mouse wheel on a canvas.

import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** Not an event property: those listeners are passive and cannot prevent scrolling. */
export function useWheel(canvas: RefObject<HTMLCanvasElement | null>, onWheel: (event: WheelEvent) => void): void {
  useEffect(() => {
    const element = canvas.current;
    const turn = (event: WheelEvent): void => {
      event.preventDefault();
      onWheel(event);
    };
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  });
}

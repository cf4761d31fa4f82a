// A canvas that is wheeled.

import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** Not through the element's property: the page must be able to hold the wheel back. */
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

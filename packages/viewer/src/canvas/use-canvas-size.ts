// Sizes a canvas to its element, in device pixels.

import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** 0 until measured. A new object after each measurement. */
export function useCanvasSize(canvas: RefObject<HTMLCanvasElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const watch = new ResizeObserver(() => {
      const ratio = devicePixelRatio;
      setSize({ width: Math.round(element.clientWidth * ratio), height: Math.round(element.clientHeight * ratio) });
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return size;
}

// What the canvases of textures have in common: they are as large as their place is, dragged by mouse and finger, and wheeled.

import type { RefObject, TargetedPointerEvent } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** In pixels of the screen; 0 until it is known. Another object each time it was measured. */
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

type PointerHandler = (event: TargetedPointerEvent<HTMLCanvasElement>) => void;

interface DragHandlers {
  readonly onPointerDown: PointerHandler;
  readonly onPointerMove: PointerHandler;
  readonly onPointerUp: PointerHandler;
  readonly onPointerCancel: PointerHandler;
}

/** Tells by how much one pointer was dragged, in points; a second finger is not heard. `onMove` hears of every move. */
export function useDrag(onDrag: (dx: number, dy: number) => void, onMove?: PointerHandler): DragHandlers {
  const held = useRef<{ readonly id: number; readonly x: number; readonly y: number } | undefined>(undefined);
  const end: PointerHandler = ({ pointerId }) => {
    if (held.current?.id === pointerId) held.current = undefined;
  };
  return {
    onPointerDown(event) {
      if (held.current !== undefined) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      held.current = { id: event.pointerId, x: event.clientX, y: event.clientY };
    },
    onPointerMove(event) {
      const from = held.current;
      if (from?.id === event.pointerId) {
        onDrag(event.clientX - from.x, event.clientY - from.y);
        held.current = { id: from.id, x: event.clientX, y: event.clientY };
      }
      onMove?.(event);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

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

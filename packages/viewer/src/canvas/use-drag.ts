// Drags on a canvas by mouse or finger.

import type { TargetedPointerEvent } from 'preact';
import { useRef } from 'preact/hooks';

type PointerHandler = (event: TargetedPointerEvent<HTMLCanvasElement>) => void;

interface DragHandlers {
  readonly onPointerDown: PointerHandler;
  readonly onPointerMove: PointerHandler;
  readonly onPointerUp: PointerHandler;
  readonly onPointerCancel: PointerHandler;
}

/** Reports how far one pointer was dragged, in CSS pixels; a second finger is ignored. `onMove` is called for every move. */
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

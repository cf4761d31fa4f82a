// The element that a stage draws into. The stage lives as long as the component.

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Stage } from './stage.js';

interface StageBoxProps {
  readonly isBusy: boolean;
  /** Called once. Returns a cleanup function. */
  readonly onStage: (stage: Stage) => () => void;
  /** Drawn over the stage. */
  readonly children?: ComponentChildren;
}

export function StageBox({ isBusy, onStage, children }: StageBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current === null) return;
    const stage = new Stage(box.current);
    const end = onStage(stage);
    return () => {
      end();
      stage.dispose();
    };
  }, []);
  return (
    <div ref={box} class="stage" aria-busy={isBusy}>
      {children}
    </div>
  );
}

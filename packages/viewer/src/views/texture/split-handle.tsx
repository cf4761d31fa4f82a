// The divider between two halves of a view: dragged, or moved by arrow keys.

interface SplitHandleProps {
  readonly label: string;
  /** Position as a share of the width. */
  readonly value: number;
  readonly onChange: (value: number) => void;
}

const STEP = 0.02;

export function SplitHandle({ label, value, onChange }: SplitHandleProps) {
  const put = (share: number): void => onChange(Math.min(1, Math.max(0, share)));
  return (
    <div
      class="split-handle"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(value * 100)}
      style={{ left: `${value * 100}%` }}
      onKeyDown={(event) => {
        const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, Home: -50, End: 50 };
        const step = steps[event.key];
        if (step === undefined) return;
        event.preventDefault();
        put(value + step * STEP);
      }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        const around = event.currentTarget.parentElement?.getBoundingClientRect();
        if (event.buttons === 0 || around === undefined) return;
        put((event.clientX - around.left) / around.width);
      }}
    />
  );
}

// Where a compressed clip differs from its keys: a row for each joint, time from left to right, darker where it is farther.

import { useEffect, useRef } from 'preact/hooks';
import { Panel } from '../../parts/panel.js';
import type { JointErrors } from './joint-errors.js';
import type { ClipCurves } from './read-clips.js';

const short = (value: number): string => String(Number(value.toPrecision(3)));

/** Opaque where the error is largest. The color is that of the page's text marks. */
function drawErrors(canvas: HTMLCanvasElement, { columns, rows, largest }: JointErrors): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const image = context.createImageData(columns, rows.length);
  for (const [y, { errors }] of rows.entries())
    for (let x = 0; x < columns; x++) {
      const share = largest > 0 ? (errors[x] ?? 0) / largest : 0;
      image.data.set([214, 64, 48, Math.round(255 * share)], (y * columns + x) * 4);
    }
  context.putImageData(image, 0, 0);
}

function Strip({ errors }: { readonly errors: JointErrors }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current !== null) drawErrors(canvas.current, errors);
  }, [errors]);
  const worst = errors.rows[0];
  return (
    <>
      <canvas
        ref={canvas}
        class="error-strip"
        width={errors.columns}
        height={errors.rows.length}
        style={{ height: `${errors.rows.length * 6}px` }}
        role="img"
        aria-label={`Error of ${errors.rows.length} joints over time; the largest is ${short(errors.largest)}`}
      />
      <p class="muted">
        {worst === undefined ? '' : `Worst: ${worst.name}, ${short(worst.largest)}. `}A row is a joint, the worst on
        top; time runs to the right.
      </p>
    </>
  );
}

/** Nothing for clips that are not compressed. */
export function ErrorPanel({ clip }: { readonly clip: ClipCurves | undefined }) {
  if (clip?.error === undefined) return null;
  return (
    <Panel title="Error over time" note={short(clip.error)}>
      {clip.errors === undefined ? (
        <p class="muted">
          At most {short(clip.error)} from the source, measured when it was built. Build with{' '}
          <code>animation.compression: both</code> to see which joint differs when.
        </p>
      ) : (
        <Strip errors={clip.errors} />
      )}
    </Panel>
  );
}

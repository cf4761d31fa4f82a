// A picture on a canvas.

import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Rgba } from './picture-difference.js';

interface PictureCanvasProps {
  readonly picture: Rgba;
  readonly label: string;
  /** In CSS pixels; undefined: as wide as its box allows. */
  readonly width: number | undefined;
  /** The part that is cut off at the left, from 0 to 1. */
  readonly cut?: number;
}

export function PictureCanvas({ picture, label, width, cut }: PictureCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const { width: columns, height: rows, data } = picture;
    canvas.current?.getContext('2d')?.putImageData(new ImageData(data, columns, rows), 0, 0);
  }, [picture]);
  return (
    <canvas
      ref={canvas}
      class="pair-picture"
      role="img"
      aria-label={label}
      width={picture.width}
      height={picture.height}
      style={{
        width: width === undefined ? undefined : `${width}px`,
        clipPath: cut === undefined ? undefined : `inset(0 0 0 ${cut * 100}%)`,
      }}
    />
  );
}

// A lookup table on a picture: original at the left of a line, graded at the right.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ErrorBox } from '../../parts/error-box.js';
import { Panel } from '../../parts/panel.js';
import { Slider } from '../../parts/slider.js';
import { imagesOfLevel } from '../../texture/images.js';
import { applyLut, type LutTable, lutOf } from '../../texture/lut.js';
import { makeTestPicture } from '../../texture/test-picture.js';
import type { TextureClient } from '../../texture/worker/texture-client.js';
import { SplitHandle } from './split-handle.js';

interface GradedViewProps {
  readonly client: TextureClient;
  readonly strength: number;
}

export function GradedView({ client, strength }: GradedViewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const picture = useMemo(makeTestPicture, []);
  const [lut, setLut] = useState<LutTable>();
  const [error, setError] = useState<unknown>();
  const [split, setSplit] = useState(0.5);
  useEffect(() => {
    const life = new AbortController();
    const { ktx } = client;
    Promise.all(imagesOfLevel(ktx, 0).map((image) => client.decode(image, life.signal))).then(
      (slices) => life.signal.aborted || setLut(lutOf(slices)),
      (reason: unknown) => life.signal.aborted || setError(reason),
    );
    return () => life.abort();
  }, [client]);
  const graded = useMemo(() => lut && applyLut(lut, picture, strength), [lut, strength, picture]);
  useEffect(() => {
    const context = canvas.current?.getContext('2d', { willReadFrequently: true });
    if (context === null || context === undefined || graded === undefined) return;
    const { width, height } = picture;
    const middle = Math.round(split * width);
    context.putImageData(new ImageData(graded, width, height), 0, 0);
    const before = new ImageData(new Uint8ClampedArray(picture.data), width, height);
    if (middle > 0) context.putImageData(before, 0, 0, 0, 0, middle, height);
  }, [graded, split, picture]);
  return (
    <div class="stage graded">
      <div class="graded-frame">
        <canvas
          ref={canvas}
          width={picture.width}
          height={picture.height}
          role="img"
          aria-label="A picture without the table at the left of the line, with it at the right"
          data-ready={graded !== undefined}
        />
        <SplitHandle label="Where the table begins" value={split} onChange={setSplit} />
        <span class="corner-label at-left">without</span>
        <span class="corner-label at-right">with</span>
      </div>
      {error === undefined ? null : <ErrorBox title="Not shown" error={error} />}
    </div>
  );
}

interface StrengthPanelProps {
  readonly strength: number;
  readonly onChange: (strength: number) => void;
}

export const StrengthPanel = ({ strength, onChange }: StrengthPanelProps) => (
  <Panel title="Table">
    <Slider
      label="Strength"
      min={0}
      max={1}
      step={0.05}
      value={strength}
      text={`${Math.round(strength * 100)} %`}
      onChange={onChange}
    />
  </Panel>
);

// How bright the picture is, in stops: a small slider on the stage.

import { Slider } from '../../parts/slider.js';

const MAX_STOPS = 3;

interface ExposureProps {
  readonly stops: number;
  readonly onChange: (stops: number) => void;
}

export const Exposure = ({ stops, onChange }: ExposureProps) => (
  <div class="stage-exposure">
    <Slider
      label="Exposure"
      isPlain
      min={-MAX_STOPS}
      max={MAX_STOPS}
      step={0.25}
      value={stops}
      text={`${stops > 0 ? '+' : ''}${stops.toFixed(2).replace(/\.?0+$/, '')} EV`}
      onChange={onChange}
    />
  </div>
);

// The scale of the colors of compact errors, and the choice of what they show.

import { Segmented } from '../../../parts/segmented.js';
import type { Look } from '../look.js';
import type { CompactErrors, ErrorKind } from '../surface/compact-errors.js';

const UNITS: Readonly<Record<ErrorKind, string>> = { position: ' units', tangent: '°', uv: ' of a texture' };
const KINDS = [
  { value: 'position', label: 'Position' },
  { value: 'tangent', label: 'Tangent' },
  { value: 'uv', label: 'UV' },
] as const;

interface ErrorLegendProps {
  readonly errors: CompactErrors;
  readonly look: Look;
  readonly onLook: (part: Partial<Look>) => void;
}

export const ErrorLegend = ({ errors, look: { errorOf }, onLook }: ErrorLegendProps) => (
  <div class="stage-legend">
    <Segmented label="Error" choices={KINDS} value={errorOf} onChange={(kind) => onLook({ errorOf: kind })} />0{' '}
    <span class="stage-ramp stage-heat" /> {Number(errors[errorOf].largest.toPrecision(3))}
    {UNITS[errorOf]}
  </div>
);

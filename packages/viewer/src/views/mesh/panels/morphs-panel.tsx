// Morph targets by name: one slider moves all draws that have it.

import { useMemo, useState } from 'preact/hooks';
import * as THREE from 'three';
import { Panel } from '../../../parts/panel.js';
import { Slider } from '../../../parts/slider.js';
import type { Stage } from '../../stage/stage.js';
import type { ViewedModel } from '../plain-model.js';

interface MorphsPanelProps {
  readonly model: ViewedModel;
  readonly stage: Stage;
}

function targetsOf(model: ViewedModel): ReadonlyMap<string, readonly [THREE.Mesh, number][]> {
  const found = new Map<string, [THREE.Mesh, number][]>();
  for (const { object } of model.draws) {
    if (!(object instanceof THREE.Mesh)) continue;
    for (const [name, i] of Object.entries(object.morphTargetDictionary ?? {}))
      found.set(name, [...(found.get(name) ?? []), [object, i]]);
  }
  return found;
}

export function MorphsPanel({ model, stage }: MorphsPanelProps) {
  const targets = useMemo(() => targetsOf(model), [model, model.draws[0]?.object]);
  const [, redraw] = useState(0);
  if (targets.size === 0) return null;
  return (
    <Panel title="Morph targets" note={`${targets.size}`}>
      {[...targets].map(([name, places]) => {
        const [first] = places;
        const weight = first?.[0].morphTargetInfluences?.[first[1]] ?? 0;
        return (
          <Slider
            key={name}
            label={name}
            min={Math.min(0, weight)}
            max={Math.max(1, weight)}
            step={0.01}
            value={weight}
            text={weight.toFixed(2)}
            onChange={(next) => {
              for (const [object, i] of places)
                if (object.morphTargetInfluences !== undefined) object.morphTargetInfluences[i] = next;
              redraw((count) => count + 1);
              stage.invalidate();
            }}
          />
        );
      })}
    </Panel>
  );
}

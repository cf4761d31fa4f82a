// The bar above the model: surface, overlays, environment.

import type { Hmesh } from '@assetc/formats';
import { ChoiceList } from '../../parts/choice-list.js';
import { Toggle } from '../../parts/toggle.js';
import { Toolbar } from '../../parts/toolbar.js';
import { STUDIO } from '../stage/stage-lighting.js';
import { type Look, SURFACES, type Surface } from './look.js';

interface LookBarProps {
  readonly look: Look;
  readonly mesh: Hmesh | undefined;
  /** Whether compact vertices can be compared with these. */
  readonly hasErrors: boolean;
  readonly light: string;
  readonly sky: boolean;
  readonly environments: readonly string[];
  readonly onLook: (part: Partial<Look>) => void;
  readonly onLight: (name: string) => void;
  readonly onSky: (sky: boolean) => void;
  readonly onFrame: () => void;
}

/** Unavailable surfaces are listed too: otherwise the layout would depend on the mesh. */
function surfacesFor(mesh: Hmesh | undefined, hasErrors: boolean) {
  const missing = new Set<Surface>();
  if (mesh?.clusters === undefined) missing.add('clusters').add('levels');
  if (mesh?.hasTangents !== true) missing.add('tangents');
  if (mesh?.colors === undefined) missing.add('colors');
  if (!hasErrors) missing.add('compact');
  return SURFACES.map((choice) => ({ ...choice, isDisabled: missing.has(choice.value) }));
}

const TANGENTS = 'A line along the tangent of each vertex; pink where handedness is negative';

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.env\.ktx2$/, '');

export function LookBar(props: LookBarProps) {
  const { look, mesh, light, sky, environments, onLook, onLight, onSky, onFrame } = props;
  return (
    <Toolbar label="Display options">
      <ChoiceList
        label="Surface"
        choices={surfacesFor(mesh, props.hasErrors)}
        value={look.surface}
        onChange={(surface) => onLook({ surface })}
      />
      <fieldset class="overlays" aria-label="Overlays">
        <Toggle label="Wireframe" checked={look.wireframe} onChange={(wireframe) => onLook({ wireframe })} />
        <Toggle label="Bounds" checked={look.bounds} onChange={(bounds) => onLook({ bounds })} />
        <Toggle
          label="Normals"
          title="A line along the normal of each vertex"
          checked={look.normalLines}
          onChange={(normalLines) => onLook({ normalLines })}
        />
        <Toggle
          label="Tangents"
          title={mesh?.hasTangents === true ? TANGENTS : 'The mesh has no tangents'}
          disabled={mesh?.hasTangents !== true}
          checked={look.tangentLines && mesh?.hasTangents === true}
          onChange={(tangentLines) => onLook({ tangentLines })}
        />
        <Toggle
          label="Skeleton"
          title={mesh?.skin === undefined ? 'The mesh has no skeleton' : 'Its joints, as bones'}
          disabled={mesh?.skin === undefined}
          checked={look.skeleton && mesh?.skin !== undefined}
          onChange={(skeleton) => onLook({ skeleton })}
        />
      </fieldset>
      <span class="toolbar-rest" />
      <ChoiceList
        label="Light"
        choices={[
          ...environments.map((path) => ({ value: path, label: nameOf(path) })),
          { value: STUDIO, label: 'studio' },
        ]}
        value={light}
        onChange={onLight}
      />
      <Toggle
        label="Sky"
        title={light === STUDIO ? 'The studio has no sky' : 'The environment behind it'}
        disabled={light === STUDIO}
        checked={sky && light !== STUDIO}
        onChange={onSky}
      />
      <button type="button" class="button" title="Frame the whole model" onClick={onFrame}>
        Frame
      </button>
    </Toolbar>
  );
}

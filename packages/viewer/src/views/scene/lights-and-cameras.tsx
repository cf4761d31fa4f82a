// Lights and cameras of a scene, with all fields.

import type { Hscene, HsceneCamera, HsceneLight } from '@assetc/formats';
import { Facts, Panel } from '../../parts/panel.js';
import { cssColor, Swatch } from '../material/swatch.js';

const number = (value: number): string => String(Number(value.toPrecision(4)));
const degrees = (radians: number): string => `${number((radians * 180) / Math.PI)}°`;

export function LightsPanel({ scene: { lights } }: { readonly scene: Hscene }) {
  if (lights.length === 0) return null;
  return (
    <Panel title="Lights" note={`${lights.length}`}>
      {lights.map((light, i) => (
        <div key={`${i} ${light.name}`} class="scene-item">
          <h3>
            <Swatch color={cssColor(light.color)} /> {light.name === '' ? `light ${i}` : light.name}
          </h3>
          <Facts rows={factsOfLight(light)} />
        </div>
      ))}
    </Panel>
  );
}

const factsOfLight = (light: HsceneLight): readonly (readonly [string, string])[] => [
  ['Type', light.type],
  ['Intensity', `${number(light.intensity)} ${light.type === 'directional' ? 'lx' : 'cd'}`],
  ...(light.type === 'directional'
    ? []
    : [['Range', light.range === 0 ? 'without end' : number(light.range)] as const]),
  ...(light.type === 'spot' ? [['Cone', `${degrees(light.innerCone)} to ${degrees(light.outerCone)}`] as const] : []),
];

interface CamerasPanelProps {
  readonly scene: Hscene;
  readonly onLook: (camera: number) => void;
}

export function CamerasPanel({ scene: { cameras }, onLook }: CamerasPanelProps) {
  if (cameras.length === 0) return null;
  return (
    <Panel title="Cameras" note={`${cameras.length}`}>
      {cameras.map((camera, i) => (
        <div key={`${i} ${camera.name}`} class="scene-item">
          <h3>
            {camera.name === '' ? `camera ${i}` : camera.name}
            <button type="button" class="button" onClick={() => onLook(i)}>
              Look through
            </button>
          </h3>
          <Facts rows={factsOfCamera(camera)} />
        </div>
      ))}
    </Panel>
  );
}

const factsOfCamera = (camera: HsceneCamera): readonly (readonly [string, string])[] => [
  ['Type', camera.type],
  ...(camera.type === 'perspective'
    ? [
        ['Height', degrees(camera.yfov)] as const,
        ['Aspect', camera.aspect === 0 ? 'that of the screen' : number(camera.aspect)] as const,
      ]
    : [['Size', `${number(camera.xmag * 2)} × ${number(camera.ymag * 2)}`] as const]),
  ['Near, far', `${number(camera.znear)}, ${camera.zfar === 0 ? 'without end' : number(camera.zfar)}`],
];

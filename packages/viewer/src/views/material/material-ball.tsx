// The selected material on a ball, lit like models.

import { useEffect, useRef, useState } from 'preact/hooks';
import * as THREE from 'three';
import { ErrorBox } from '../../parts/error-box.js';
import { StageBox } from '../stage/stage-box.js';
import { useLitStage } from '../stage/use-lit-stage.js';
import type { ViewProps } from '../table.js';
import { tableOf } from './load-materials.js';
import { useMaterials } from './use-materials.js';

interface MaterialBallProps extends ViewProps {
  readonly row: number;
}

export function MaterialBall({ path, store, version, row }: MaterialBallProps) {
  const { stage, onStage, isLit } = useLitStage(store, 'A ball of the chosen material');
  const { value: materials, error, freeEarlier } = useMaterials(store, tableOf(path), version);
  const [isDrawn, setDrawn] = useState(false);
  const ball = useRef<THREE.Mesh | undefined>(undefined);
  useEffect(() => {
    if (ball.current === undefined || stage === undefined || materials === undefined) return;
    const material = materials[row];
    ball.current.visible = material !== undefined;
    if (material === undefined) return;
    ball.current.material = material;
    freeEarlier();
    const end = stage.afterFrame(() => setDrawn(true));
    stage.invalidate();
    return end;
  }, [materials, row, stage]);
  return (
    <StageBox
      isBusy={!isLit || (error === undefined && !isDrawn)}
      onStage={(made) => {
        const mesh = new THREE.Mesh(new THREE.SphereGeometry(1, 64, 40));
        mesh.visible = false;
        made.scene.add(mesh);
        ball.current = mesh;
        made.castShadow(new THREE.Box3().setFromObject(mesh));
        made.frame(Float32Array.from(mesh.geometry.getAttribute('position').array));
        const end = onStage(made);
        return () => {
          end();
          mesh.geometry.dispose();
        };
      }}
    >
      {error === undefined ? null : <ErrorBox title="The material cannot be drawn" error={error} />}
    </StageBox>
  );
}

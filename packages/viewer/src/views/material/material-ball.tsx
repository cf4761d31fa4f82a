// The chosen material on a ball, lit as models are.

import { useEffect, useRef, useState } from 'preact/hooks';
import * as THREE from 'three';
import { ErrorBox } from '../../parts/error-box.js';
import { sharedLoader } from '../stage/shared-loader.js';
import type { Stage } from '../stage/stage.js';
import { StageBox } from '../stage/stage-box.js';
import { environmentsOf, STUDIO, Surroundings } from '../stage/surroundings.js';
import type { ViewProps } from '../table.js';
import { tableOf } from './load-materials.js';

interface MaterialBallProps extends ViewProps {
  readonly row: number;
}

export function MaterialBall({ path, store, version, row }: MaterialBallProps) {
  const [stage, setStage] = useState<Stage>();
  const [materials, setMaterials] = useState<readonly THREE.Material[]>();
  const [error, setError] = useState<unknown>();
  const [isDrawn, setDrawn] = useState(false);
  const ball = useRef<THREE.Mesh | undefined>(undefined);
  const table = tableOf(path);

  useEffect(() => {
    const life = new AbortController();
    const { loader } = sharedLoader(store);
    let held: readonly THREE.Material[] | undefined;
    loader.loadMaterials(table, { signal: life.signal }).then(
      (list) => {
        if (life.signal.aborted) return loader.release(list);
        held = list;
        setError(undefined);
        setMaterials(list);
      },
      (failure: unknown) => life.signal.aborted || setError(failure),
    );
    return () => {
      life.abort();
      setMaterials(undefined);
      if (held !== undefined) loader.release(held);
    };
  }, [store, table, version]);
  useEffect(() => {
    if (ball.current === undefined || stage === undefined) return;
    const material = materials?.[row];
    ball.current.visible = material !== undefined;
    if (material === undefined) return;
    ball.current.material = material;
    const end = stage.afterFrame(() => setDrawn(true));
    stage.invalidate();
    return end;
  }, [materials, row, stage]);

  return (
    <StageBox
      isBusy={error === undefined && !isDrawn}
      onStage={(made) => {
        made.label = 'A ball of the chosen material';
        const around = new Surroundings(made, store);
        around.choose(environmentsOf(store)[0] ?? STUDIO);
        const mesh = new THREE.Mesh(new THREE.SphereGeometry(1, 64, 40));
        mesh.visible = false;
        made.scene.add(mesh);
        ball.current = mesh;
        made.frame(new THREE.Box3(new THREE.Vector3(-0.7, -0.7, -0.7), new THREE.Vector3(0.7, 0.7, 0.7)));
        setStage(made);
        return () => {
          around.dispose();
          mesh.geometry.dispose();
        };
      }}
    >
      {error === undefined ? null : <ErrorBox title="The material cannot be drawn" error={error} />}
    </StageBox>
  );
}

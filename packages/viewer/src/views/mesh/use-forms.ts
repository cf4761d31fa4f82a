// What the server measured of a mesh, and how far its compact form would be from it.

import { useLayoutEffect, useMemo } from 'preact/hooks';
import type { UiMeshForms } from '../../api.js';
import type { Store } from '../../store/store.js';
import { useLoaded } from '../../store/use-store.js';
import type { ShownModel } from './shown-model.js';
import { type CompactErrors, compactErrors } from './surface/compact-errors.js';

interface Forms {
  readonly forms: UiMeshForms | undefined;
  readonly errors: CompactErrors | undefined;
}

export function useForms(store: Store, path: string, version: string, shown: ShownModel | undefined): Forms {
  const { value } = useLoaded(
    async (signal) =>
      store.index.forms === true ? store.api<UiMeshForms | null>(`forms/${path}.json`, signal) : undefined,
    [store, path, version],
  );
  const forms = shown === undefined ? undefined : (value ?? undefined);
  const errors = useMemo(() => {
    const grid = forms?.grid;
    return grid && shown && shown.mesh.stored?.compact === undefined ? compactErrors(shown.mesh, grid) : undefined;
  }, [forms, shown]);
  useLayoutEffect(() => {
    if (shown !== undefined) shown.errors = errors;
  }, [shown, errors]);
  return { forms, errors };
}

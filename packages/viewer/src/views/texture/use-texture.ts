// The opened texture of a path. After a change it is opened again, and the old one stays until then.

import { useLayoutEffect, useState } from 'preact/hooks';
import { TextureClient } from '../../texture/worker/texture-client.js';
import type { ViewProps } from '../table.js';

interface TextureState {
  readonly client?: TextureClient;
  readonly error?: unknown;
}

/** Before painting: someone may be waiting for what they just saved. */
export function useTexture({ path, store, version }: ViewProps): TextureState {
  const [state, setState] = useState<TextureState>({});
  useLayoutEffect(() => {
    const life = new AbortController();
    let opened: TextureClient | undefined;
    store
      .read(path)
      .then(
        (bytes) => {
          if (life.signal.aborted) return;
          opened = new TextureClient(bytes);
          setState({ client: opened });
        },
        (error: unknown) => life.signal.aborted || setState({ error }),
      )
      .catch((error: unknown) => setState({ error }));
    return () => {
      life.abort();
      opened?.close();
    };
  }, [path, store, version]);
  return state;
}

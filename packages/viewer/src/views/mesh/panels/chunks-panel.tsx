// Every chunk of a chunked file: offset, size, and its bytes. What is below appears with it, so that it is not moved.

import type { ComponentChildren } from 'preact';
import { useCallback, useState } from 'preact/hooks';
import { formatSize } from '../../../format-size.js';
import { ErrorBox } from '../../../parts/error-box.js';
import { HexView } from '../../../parts/hex-view.js';
import { Panel } from '../../../parts/panel.js';
import { Table } from '../../../parts/table.js';
import { useLoaded } from '../../../store/use-store.js';
import type { ViewProps } from '../../table.js';
import { readChunks } from '../read-chunks.js';

interface ChunksPanelProps extends ViewProps {
  readonly children?: ComponentChildren;
}

export function ChunksPanel({ path, store, version, children }: ChunksPanelProps) {
  const [chosen, setChosen] = useState<number>();
  const { value, error } = useLoaded(() => readChunks(store, path), [path, version]);
  const chunks = value ?? [];
  const chunk = chosen === undefined ? undefined : chunks[chosen];
  const first = chunk?.offset ?? 0;
  const read = useCallback(
    (start: number, length: number) => store.readRange(path, first + start, length),
    [path, version, first],
  );
  // Rendered all at once: column widths depend on the contents.
  if (value === undefined && error === undefined) return null;
  return (
    <>
      <Panel title="Chunks" note={`${chunks.length}`}>
        {error === undefined ? null : <ErrorBox title="No chunks" error={error} />}
        <Table
          label="Chunks; press one to see its bytes"
          columns={[
            { title: 'Chunk', cell: ({ name }) => <code>{name}</code> },
            { title: 'Offset', isNumber: true, cell: ({ offset }) => <code>{offset.toString(16)}</code> },
            { title: 'Size', isNumber: true, cell: ({ size }) => formatSize(size) },
          ]}
          rows={chunks}
          keyOf={({ offset, name }) => `${name} ${offset}`}
          {...(chosen === undefined ? {} : { chosen })}
          onChoose={(i) => setChosen(chosen === i ? undefined : i)}
        />
        {chunk === undefined ? null : (
          <div class="chunk-bytes">
            <HexView
              label={`Bytes of ${chunk.name}`}
              sizeBytes={chunk.size}
              firstOffset={chunk.offset}
              read={read}
              width={8}
            />
          </div>
        )}
      </Panel>
      {children}
    </>
  );
}

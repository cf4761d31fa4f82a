// The page of a shader: its entry points and bindings, reflected from the module.

import { formatCount, formatSize } from '../../format-size.js';
import { Busy, ErrorBox } from '../../parts/error-box.js';
import { Facts, Panel } from '../../parts/panel.js';
import { Table } from '../../parts/table.js';
import { hashOf } from '../../routing/route.js';
import { readShaderModule, type ShaderModule } from '../../shader/module-facts.js';
import type { Store } from '../../store/store.js';
import { useLoaded } from '../../store/use-store.js';
import type { ViewProps } from '../table.js';
import { TextView } from '../text/text-view.js';
import { Disassembly } from './disassembly.js';
import { EntryPoint } from './entry-point.js';

export function ShaderView(props: ViewProps) {
  return /\.spv$/i.test(props.path) ? <ModuleView {...props} /> : <TextView {...props} />;
}

function ModuleView({ path, store, version }: ViewProps) {
  const { value, error } = useLoaded(
    async (signal) => {
      const bytes = await store.read(path, signal);
      return { bytes, module: readShaderModule(bytes) };
    },
    [path, version],
  );
  if (error !== undefined) return <ErrorBox title="The shader cannot be read" error={error} />;
  if (value === undefined) return <Busy label="Reading the shader" />;
  return (
    <div class="split shader">
      <div class="split-main shader-main">
        {value.module.entries.map((entry, i) => (
          <EntryPoint key={`${entry.entryPoint} ${i}`} entry={entry} />
        ))}
        <Disassembly key={`${path} ${version}`} bytes={value.bytes} />
      </div>
      <div class="split-side">
        <ModulePanel path={path} store={store} module={value.module} />
        <StagesPanel path={path} store={store} />
      </div>
    </div>
  );
}

function ModulePanel({ path, store, module }: { path: string; store: Store; module: ShaderModule }) {
  return (
    <Panel title="Module" note={`SPIR-V ${module.version}`}>
      <Facts
        rows={[
          ['Source', module.language ?? 'unknown'],
          ['Written by', module.generator],
          ['Size', formatSize(store.find(path)?.size ?? 0)],
          ['Instructions', formatCount(module.instructions)],
          ['Functions', formatCount(module.functions)],
        ]}
      />
    </Panel>
  );
}

/** The modules compiled from the same shader. */
function StagesPanel({ path, store }: { path: string; store: Store }) {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const modules = store.entries.filter(
    (entry) => entry.path.startsWith(folder) && /^[^/]+\.spv$/i.test(entry.path.slice(folder.length)),
  );
  return (
    <Panel title="Stages of this shader" note={formatSize(modules.reduce((sum, { size }) => sum + size, 0))}>
      <Table
        label="Modules of this shader"
        columns={[
          {
            title: 'Module',
            cell: (entry) =>
              entry.path === path ? (
                <b>{entry.path.slice(folder.length)}</b>
              ) : (
                <a href={hashOf(entry.path)}>{entry.path.slice(folder.length)}</a>
              ),
          },
          { title: 'Size', isNumber: true, cell: ({ size }) => formatSize(size) },
        ]}
        rows={modules}
        keyOf={(entry) => entry.path}
      />
    </Panel>
  );
}

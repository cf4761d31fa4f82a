// The settings of an asset with the layer that set each, and fields to change them.

import type { UiEditableSetting, UiValue } from '../../api.js';
import { Table } from '../../parts/table.js';
import { SettingField } from './setting-field.js';

interface SettingsTableProps {
  readonly settings: readonly UiEditableSetting[];
  /** What was entered, by the names of settings. */
  readonly edits: ReadonlyMap<string, UiValue>;
  readonly onChange: (name: string, value: UiValue | undefined) => void;
}

/** It may be broken after the name of its group. */
function SettingName({ name }: { readonly name: string }) {
  const at = name.indexOf('.') + 1;
  return (
    <>
      {name.slice(0, at)}
      <wbr />
      {name.slice(at)}
    </>
  );
}

export const SettingsTable = ({ settings, edits, onChange }: SettingsTableProps) => (
  <div class="settings-table">
    <Table
      label="Settings"
      rows={settings}
      keyOf={({ name }) => name}
      classOf={({ name, from }) => (edits.has(name) ? 'is-edited' : from === 'built-in' ? '' : 'is-set')}
      columns={[
        {
          title: 'Setting',
          cell: ({ name, from, doc }) => (
            <span title={doc}>
              <SettingName name={name} />
              <span class="setting-from">{from}</span>
              {edits.has(name) ? <span class="setting-doc">{doc}</span> : null}
            </span>
          ),
        },
        {
          title: 'Value',
          cell: (setting) => (
            <SettingField
              // Another value of the file is entered anew.
              key={JSON.stringify(setting.value)}
              setting={setting}
              value={edits.get(setting.name) ?? setting.value}
              onChange={(value) => onChange(setting.name, value)}
            />
          ),
        },
      ]}
    />
  </div>
);

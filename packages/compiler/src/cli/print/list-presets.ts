// assetc --list-presets: prints the presets, their output folders, and which one is the default.

import type { LoadedConfig } from '../../index.js';
import { ExitCode } from '../exit-code.js';
import { type Session, shownPath } from '../session.js';

export function listPresets({ console, cwd }: Session, project: LoadedConfig | undefined): ExitCode {
  const presets = project?.presets ?? [];
  const width = Math.max(0, ...presets.map(({ name }) => name.length));
  for (const { name, output } of presets) {
    const isDefault = name === project?.defaultPreset;
    console.event({ type: 'preset', name, output, default: isDefault });
    console.line(`${name.padEnd(width)}  ${shownPath(cwd, output)}${isDefault ? '  (default)' : ''}`);
  }
  if (presets.length === 0 && project?.config !== undefined) console.line('the configuration defines no presets');
  return project?.config === undefined ? ExitCode.usage : ExitCode.fine;
}

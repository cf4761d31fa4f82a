// assetc schema: prints the JSON Schema of assetc.yml, with --plugins including the settings of plug-ins.

import { ExitCode } from '../exit-code.js';
import type { ProjectFlags } from '../options.js';
import { loadProjects, openSession } from '../session.js';

export async function runSchema(flags: ProjectFlags): Promise<ExitCode> {
  const session = openSession(flags);
  const { schemaOf } = await import('../../index.js');
  // Errors in other parts of the file do not change its schema.
  const [project] = flags.plugins === true ? await loadProjects(session, flags) : [];
  if (flags.plugins === true && project?.config === undefined) return ExitCode.usage;
  const schema = await schemaOf(project?.config);
  session.console.event({ type: 'schema', schema });
  session.console.line(JSON.stringify(schema, null, 2));
  return ExitCode.fine;
}

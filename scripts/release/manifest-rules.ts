// What the manifest of every published package must state. A release checks it, and so does a test.

import { DEPENDENCY_FIELDS, type ExportTarget, type Manifest, type WorkspacePackage } from './workspace-packages.js';

/** Resolved inside this repository only; its files are not published. */
const SOURCE_CONDITION = 'assetc-source';

const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall', 'prepare'];

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function publishedTargets(target: ExportTarget): readonly string[] {
  if (typeof target === 'string') return [target];
  return Object.entries(target).flatMap(([condition, inner]) =>
    condition === SOURCE_CONDITION ? [] : publishedTargets(inner),
  );
}

/** Files that exports and commands name, relative to the package: `dist/index.js`. */
export const targetPaths = ({ exports = {}, bin = {} }: Manifest): readonly string[] =>
  [...Object.values(exports).flatMap(publishedTargets), ...Object.values(bin)].map((path) => path.replace(/^\.\//, ''));

/** Node takes the first condition that applies, TypeScript too: `types` must come early and `default` last. */
function orderProblems(subpath: string, target: ExportTarget): readonly string[] {
  if (typeof target === 'string') return [];
  const conditions = Object.keys(target);
  const problems = Object.entries(target).flatMap(([, inner]) => orderProblems(subpath, inner));
  if (conditions.at(-1) !== 'default') problems.push(`exports ${subpath}: "default" is not the last condition`);
  const early = conditions.filter((condition) => condition !== SOURCE_CONDITION);
  if (early.includes('types') && early[0] !== 'types')
    problems.push(`exports ${subpath}: "types" is not the first published condition`);
  return problems;
}

/** What is wrong with the manifest, one line each. `own` has the names of all workspaces. */
export function manifestProblems(
  { folder, manifest }: WorkspacePackage,
  own: ReadonlySet<string>,
  engines: unknown,
): readonly string[] {
  const problems: string[] = [];
  const expect = (isRight: boolean, problem: string) => {
    if (!isRight) problems.push(problem);
  };
  const { description, keywords, files, exports = {}, scripts, version } = manifest;
  expect(typeof description === 'string' && /^\S.{20,140}\.$/.test(description), 'description is not one sentence');
  expect(Array.isArray(keywords) && keywords.length >= 3 && keywords.includes('assetc'), 'keywords are missing');
  expect(manifest.license === 'MIT', 'license is not MIT');
  expect(manifest.type === 'module', 'type is not module');
  expect(JSON.stringify(manifest.engines) === JSON.stringify(engines), 'engines differ from those of the repository');
  for (const wanted of ['dist', 'LICENSE', 'README.md'])
    expect(Array.isArray(files) && files.includes(wanted), `files lacks ${wanted}`);
  expect(manifest.sideEffects !== undefined, 'sideEffects is not declared');
  expect(exports['./package.json'] === './package.json', 'exports lacks ./package.json');
  expect(manifest.main === undefined && manifest.types === undefined, 'main and types are left to exports');
  for (const [subpath, target] of Object.entries(exports)) problems.push(...orderProblems(subpath, target));
  for (const script of INSTALL_SCRIPTS)
    expect(!isRecord(scripts) || scripts[script] === undefined, `scripts has ${script}, which runs on install`);
  const { publishConfig, repository } = manifest;
  expect(!isRecord(publishConfig) || publishConfig.registry === undefined, 'publishConfig names a registry');
  expect(!isRecord(repository) || repository.directory === folder, 'repository.directory is not the folder');
  for (const field of DEPENDENCY_FIELDS)
    for (const [name, range] of Object.entries(manifest[field] ?? {}))
      if (own.has(name)) expect(range === version, `${field} has ${name} ${range}, not ${version}`);
      else expect(!/^(?:file|git|https?|link|workspace):/.test(range), `${field} has ${name} from ${range}`);
  return problems.map((problem) => `${folder}/package.json: ${problem}`);
}

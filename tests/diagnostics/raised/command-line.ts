// Command lines and configurations with one thing wrong each, run in this process.

import { createServer } from 'node:net';
import { vi } from 'vitest';
import { runCommandLine } from '../../../packages/compiler/src/cli/command-line.js';
import { resolveConfig } from '../../../packages/compiler/src/config/resolve-config.js';
import { type DiagnosticCode, isDiagnosticCode } from '../../../packages/compiler/src/diagnostics/codes.js';
import { MemoryProject, rule } from '../../../packages/compiler/src/pipeline/testing/memory-project.js';
import { rawPack } from '../../safety/raw-pack.js';
import { DiskProject } from '../../support/disk-project.js';
import { codesOf, type Raise, type RowsOf } from '../raise.js';

/** Codes of the diagnostics among the events of `--json`. */
function codesIn(printed: string): readonly DiagnosticCode[] {
  return printed
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .flatMap((line) => {
      const event: { type: string; diagnostic?: { code: string } } = JSON.parse(line);
      const code = event.diagnostic?.code ?? '';
      return isDiagnosticCode(code) ? [code] : [];
    });
}

export const running =
  (files: Readonly<Record<string, string | Uint8Array>>, ...args: readonly string[]): Raise =>
  async () => {
    const project = new DiskProject(files);
    let printed = '';
    vi.spyOn(process, 'cwd').mockReturnValue(project.root);
    vi.stubEnv('XDG_CACHE_HOME', project.path('.cache'));
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      printed += String(text);
      return true;
    });
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      await runCommandLine([...args, '--json']);
      return codesIn(printed);
    } finally {
      vi.restoreAllMocks();
      vi.unstubAllEnvs();
      project.remove();
    }
  };

/** Another program has the port already. */
const onTakenPort: Raise = async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  try {
    return await running({ 'out/a.txt': '1' }, 'ui', 'out', '--port', String(port))();
  } finally {
    other.close();
  }
};

/** `browser`: the value of ASSETC_BROWSER. Nothing is on PATH. */
const drawing =
  (browser: string): Raise =>
  async () => {
    vi.stubEnv('PATH', '');
    vi.stubEnv('ASSETC_BROWSER', browser);
    return running({ 'out/a.txt': '1' }, 'ui', 'out', '--shot', 'a.png')();
  };

export const cliRows: RowsOf<'cli'> = {
  'cli/usage': running({}, 'build', '--no-such-flag'),
  'cli/strict': running(
    { 'assets/a.json': '1', 'assetc.yml': 'embed: ["*.json"]\nnonsense: 1\n' },
    'build',
    '--strict',
  ),
  'cli/no-input': running({ 'assetc.yml': 'input: nowhere\n' }, 'build'),
  'cli/config-exists': running({ 'assetc.yml': '' }, 'init'),
  'cli/cannot-write': running(
    { 'a.hpack': rawPack([{ path: 'a' }]), 'out/a/b': '' },
    'pack',
    'extract',
    'a.hpack',
    '-o',
    'out',
  ),
  'cli/unsafe-entry': running({ 'a.hpack': rawPack([{ path: 'con' }]) }, 'pack', 'extract', 'a.hpack', '-o', 'out'),
  'cli/unknown-asset': running({ 'assets/a.json': '1' }, 'why', 'gone.json'),
  'cli/no-output': running({}, 'info', 'nowhere'),
  'cli/no-edit': running({ 'out/a.txt': '1' }, 'ui', 'out', '--edit'),
  'cli/export-folder': running({ 'out/a.txt': '1', 'site/mine.txt': '1' }, 'ui', 'out', '--export', 'site'),
  'cli/export-too-large': running(
    { 'out/a.bin': new Uint8Array(64_000_001) },
    'ui',
    'out',
    '--export',
    'site',
    '--single',
  ),
  'cli/no-browser': drawing(''),
  'cli/browser-failed': drawing('/nowhere/chromium'),
  'cli/port': onTakenPort,
};

const loading =
  (text: string | Uint8Array, preset?: string): Raise =>
  async () => {
    const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
    const request = { cwd: '/p', cacheDir: '/cache', preset, platform: 'linux' };
    return codesOf(
      (await resolveConfig(request, async (path) => (path === '/p/assetc.yml' ? bytes : undefined))).diagnostics,
    );
  };

const notFound: Raise = async () =>
  codesOf(
    (await resolveConfig({ cwd: '/p', cacheDir: '/cache', file: 'gone.yml' }, async () => undefined)).diagnostics,
  );

const toys =
  (config: ConstructorParameters<typeof MemoryProject>[1]): Raise =>
  async () =>
    codesOf((await new MemoryProject({ 'a.list': '' }, config).build()).diagnostics);

export const configRows: RowsOf<'config'> = {
  'config/not-found': notFound,
  'config/unreadable': loading(Uint8Array.of(0x61, 0xff, 0xfe)),
  'config/pack-and-packs': loading('pack: true\npacks: { base: ["*"] }\n'),
  'config/pack-name': loading('packs: { "a/b": ["*"] }\n'),
  'config/code-path': loading('codegen: { c: assets/assets.gen.h }\n'),
  'config/too-complex': loading('['.repeat(300)),
  'config/syntax': loading('input: "assets'),
  'config/duplicate-key': loading('input: a\ninput: b\n'),
  'config/alias': loading('input: *nobody\n'),
  'config/unknown-key': loading('inptu: assets\n'),
  'config/misplaced-key': loading('texture: { quality: fast }\n'),
  'config/wrong-type': loading('pack: perhaps\n'),
  'config/windows-path': loading('output: C:\\games\\runtime\n'),
  'config/out-of-range': loading('default: { texture: { limit: -1 } }\n'),
  'config/missing-match': loading('default: { rules: [{ texture: { quality: fast } }] }\n'),
  'config/unknown-code': loading('warnings: { ignore: [{ code: gltf/bad-jsno }] }\n'),
  'config/unused-ignore': toys({
    ignoredWarnings: [{ code: 'shader/warning', match: undefined, origin: 'warnings.ignore[0]' }],
  }),
  'config/unused-rule': toys({ layers: [rule('gone/*', { toy: { level: 2 } })] }),
  'config/unknown-preset': loading('presets: { desktop: {} }\n', 'mobile'),
  'config/same-output': running(
    { 'assets/a.json': '1', 'assetc.yml': 'embed: ["*.json"]\npresets: { a: {}, b: {} }\n' },
    'build',
    '--preset',
    'a',
    '--preset',
    'b',
  ),
  'config/bad-remote': loading('cache: { remote: nowhere }\n'),
  'config/output-holds-input': loading('input: assets\noutput: .\n'),
};

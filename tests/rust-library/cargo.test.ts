// The crate's own tests and lints, with cargo and without a network. The crate does not need the standard library or an allocator.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { goldenPath } from '../../packages/other-runtimes/src/testing/all-goldens.js';
import { crate, hasCargo } from './rust-compiler.js';

const target = mkdtempSync(join(tmpdir(), 'assetc-cargo-'));
afterAll(() => rmSync(target, { recursive: true, force: true }));

function cargo(...args: readonly string[]) {
  const env = { ...process.env, CARGO_TARGET_DIR: target, RUSTFLAGS: '-D warnings', CARGO_TERM_COLOR: 'never' };
  const { status, stdout, stderr } = spawnSync('cargo', args, { cwd: crate, env, encoding: 'utf8' });
  return { status, text: `${stdout}${stderr}`, stdout };
}

const has = (command: string): boolean => hasCargo && cargo(command, '--version').status === 0;

describe.skipIf(!hasCargo)('the Rust crate', () => {
  it('passes its own tests, and those of its documentation', () => {
    const { status, text } = cargo('test', '--offline');
    expect(text).toMatch(/test result: ok\. [1-9]\d* passed/);
    expect({ status, text: status === 0 ? '' : text }).toEqual({ status: 0, text: '' });
  });

  it('compiles without an allocator', () => {
    const { status, text } = cargo('build', '--offline', '--no-default-features');
    expect({ status, text: status === 0 ? '' : text }).toEqual({ status: 0, text: '' });
  });

  it('prints a pack', () => {
    const { status, stdout } = cargo(
      'run',
      '--offline',
      '--quiet',
      '--example',
      'print_pack',
      goldenPath('runtime.hpack'),
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(/^[1-9]\d* files$/m);
  });

  it('has no unsafe code and no dependencies', () => {
    expect(readFileSync(join(crate, 'src/lib.rs'), 'utf8')).toContain('#![forbid(unsafe_code)]\n');
    expect(readFileSync(join(crate, 'Cargo.toml'), 'utf8')).not.toMatch(/^\[.*dependencies/m);
  });
});

describe.skipIf(!has('clippy') || !has('fmt'))('the lints of Rust', () => {
  it('find nothing', () => {
    const { status, text } = cargo('clippy', '--offline', '--all-targets', '--', '-D', 'warnings');
    expect({ status, text: status === 0 ? '' : text }).toEqual({ status: 0, text: '' });
    expect(cargo('fmt', '--check')).toMatchObject({ status: 0 });
  });
});

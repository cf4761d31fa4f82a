// assetc pack keygen, sign and verify. No private key is ever printed.

import { resolve } from 'node:path';
import { ExitCode } from '../exit-code.js';
import type { CommonFlags } from '../options.js';
import { reportPackProblems } from '../print/report-pack-problems.js';
import { plural } from '../print/text/units.js';
import { openSession, report, shownPath } from '../session.js';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

export async function runPackKeygen(flags: CommonFlags & { readonly output: string }): Promise<ExitCode> {
  const session = openSession(flags);
  const { console, cwd } = session;
  const base = resolve(cwd, flags.output);
  return await reportPackProblems(session, base, async () => {
    const { generatePackKeys } = await import('../../index.js');
    const { privateFile, publicFile, publicKey } = await generatePackKeys({ path: base });
    console.event({ type: 'pack-keys', private: privateFile, public: publicFile, publicKey: hex(publicKey) });
    console.line(`wrote ${shownPath(cwd, privateFile)} (keep it secret) and ${shownPath(cwd, publicFile)}`);
    console.line(`public key: ${hex(publicKey)}`);
    return ExitCode.fine;
  });
}

export async function runPackSign(
  file: string,
  flags: CommonFlags & { readonly key: string; readonly output?: string },
): Promise<ExitCode> {
  const session = openSession(flags);
  const { console, cwd } = session;
  const path = resolve(cwd, file);
  return await reportPackProblems(session, path, async (options) => {
    const { signPack } = await import('../../index.js');
    const output = flags.output === undefined ? undefined : resolve(cwd, flags.output);
    const signed = await signPack({ path, key: resolve(cwd, flags.key), output, ...options });
    console.event({ type: 'pack-signed', ...signed });
    console.line(
      `signed ${shownPath(cwd, signed.path)} (${plural(signed.entries, 'file')}, build ${short(signed.build)})`,
    );
    return ExitCode.fine;
  });
}

export async function runPackVerify(file: string, flags: CommonFlags & { readonly key: string }): Promise<ExitCode> {
  const session = openSession(flags);
  const { console, cwd } = session;
  const path = resolve(cwd, file);
  return await reportPackProblems(session, path, async (options) => {
    const { verifyPack } = await import('../../index.js');
    const { ok, build, entries, diagnostics } = await verifyPack({
      path,
      key: resolve(cwd, flags.key),
      signal: options.signal,
    });
    for (const diagnostic of diagnostics)
      report(console, diagnostic, diagnostic.file === path ? shownPath(cwd, path) : diagnostic.file);
    console.event({ type: 'pack-verified', path, ok, build: build ?? null, entries });
    if (ok)
      console.line(
        `${shownPath(cwd, path)} is as it was signed (${plural(entries, 'entry', 'entries')}, build ${short(build ?? '')})`,
      );
    return ok ? ExitCode.fine : ExitCode.problems;
  });
}

/** Enough of a build id to recognize it. */
const short = (build: string): string => build.slice(0, 12);

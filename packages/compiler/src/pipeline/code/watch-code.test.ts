// Generated code of a watch: it follows the assets, and is not touched if only their contents change.

import { describe, expect, it } from 'vitest';
import type { Codegen } from '../../config/config.js';
import { MemoryProject } from '../testing/memory-project.js';
import { noValidators } from '../testing/no-validators.js';
import { RepeatedBuilds } from '../watch/repeated-builds.js';
import { Executors } from '../workers/executors.js';
import { checkCode } from './check-code.js';

const TS = '/project/src/assets.gen.ts';
const codegen: Codegen = {
  files: [{ target: 'ts', path: TS }],
  outputs: [{ preset: null, output: '/project/runtime' }],
};

describe('generated code of a watch', () => {
  it('follows assets that come, go and change', async () => {
    const project = new MemoryProject({ 'a.json': '1', 'b.json': '2', 'fox.list': 'name Run' }, { codegen });
    const { host, registry } = project;
    const executors = new Executors(host, registry, undefined);
    const builds = new RepeatedBuilds({ jobs: 1 }, { host, registry, executors, ...noValidators });
    const { signal } = new AbortController();
    const save = async (): Promise<string> => {
      host.clock += 10_000;
      await builds.build(project.config, signal, () => {});
      host.clock += 10_000;
      await builds.getReady(project.config, signal, () => {});
      return host.text(TS) ?? '';
    };
    const first = await save();
    expect(first).toContain("'a.json'");
    const written = host.stat(TS)?.mtimeMs;
    project.write('a.json', '3');
    expect(await save()).toBe(first);
    expect(host.stat(TS)?.mtimeMs).toBe(written);
    project.write('fox.list', 'name Run\nname Walk');
    expect(await save()).toContain('Walk: 1');
    project.delete('a.json');
    project.write('c.json', '4');
    const last = await save();
    expect(last).not.toContain("'a.json'");
    expect(last).toContain("'c.json'");
    const findKind = (name: string) => registry.kinds.find((kind) => kind.name === name);
    expect(await checkCode(project.config, host, findKind)).toEqual([]);
  });
});

// Farms that lack something or do something wrong: the queue and the cache in memory, the command line in this process.

import { isProblem, loadFarm } from '../../../packages/compiler/src/cli/farm.js';
import { digestBytes } from '../../../packages/compiler/src/pipeline/cache/digest.js';
import type { FarmAnswer, FarmWork } from '../../../packages/compiler/src/pipeline/farm/farm-queue.js';
import { MemoryBlobs, MemoryQueue } from '../../../packages/compiler/src/pipeline/testing/memory-farm.js';
import { MemoryProject } from '../../../packages/compiler/src/pipeline/testing/memory-project.js';
import { toyPlugin } from '../../../packages/compiler/src/pipeline/testing/toy-plugin.js';
import { codesOf, type Raise, type RowsOf } from '../raise.js';
import { running } from './command-line.js';

interface Spoilt {
  readonly work?: FarmWork;
  readonly places?: number;
  readonly trouble?: string;
  readonly answer?: FarmAnswer;
  readonly works?: boolean;
}

/** A build with a farm that has this problem. */
const withFarm =
  ({ work, places = 1, trouble, answer, works = true }: Spoilt): Raise =>
  async () => {
    const queue = new MemoryQueue(work);
    const blobs = new MemoryBlobs();
    queue.places = places;
    queue.trouble = trouble;
    blobs.works = works;
    if (answer !== undefined) queue.onAnswer = () => answer;
    const project = new MemoryProject({ 'a.list': 'x' });
    return codesOf((await project.build({ farm: async () => ({ queue, blobs }) })).diagnostics);
  };

/** A build of a plug-in's kind with a farm that has another. */
const withOtherPlugins: Raise = async () => {
  const queue = new MemoryQueue(undefined);
  queue.pluginPlaces.set('0123456789abcdef', 1);
  const project = new MemoryProject({ 'a.thing': 'x', 'part.txt': 'y' }, { plugins: [toyPlugin()] });
  return codesOf((await project.build({ farm: async () => ({ queue, blobs: new MemoryBlobs() }) })).diagnostics);
};

const ASSETS = { 'assets/a.json': '1' };

export const farmRows: RowsOf<'farm'> = {
  'farm/not-installed': async () => {
    const missing = Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
    const found = await loadFarm(() => Promise.reject(missing));
    return isProblem(found) ? [found.code] : [];
  },
  'farm/bad-address': running(ASSETS, 'build', '--farm', 'http://somewhere'),
  'farm/no-cache': running(ASSETS, 'build', '--farm', 'redis://127.0.0.1:9'),
  'farm/lost': withFarm({ trouble: 'it cannot be reached' }),
  'farm/no-workers': withFarm({ places: 0 }),
  'farm/other-plugins': withOtherPlugins,
  'farm/refused': withFarm({ work: async () => ({ is: 'refused', why: 'its list compiler is 2', final: false }) }),
  'farm/wrong-reply': withFarm({ answer: { is: 'reply', text: '{}' } }),
  'farm/mismatch': async () => {
    const blobs = new MemoryBlobs();
    const queue = new MemoryQueue(undefined);
    const bytes = new TextEncoder().encode('something else');
    const output = { suffix: '.out', digest: digestBytes(bytes), sizeBytes: bytes.length };
    queue.onAnswer = (answer) => {
      if (answer.is !== 'reply') return answer;
      void blobs.put(output, bytes);
      return { is: 'reply', text: JSON.stringify({ ...JSON.parse(answer.text), outputs: [output] }) };
    };
    const project = new MemoryProject({ 'a.list': 'x' });
    return codesOf((await project.build({ farm: async () => ({ queue, blobs, verify: 1 }) })).diagnostics);
  },
  'farm/cache-lost': withFarm({ works: false }),
};

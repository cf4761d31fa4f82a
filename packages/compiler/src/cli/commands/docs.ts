// assetc docs: prints the guides and format pages of this version.

import { ExitCode, UsageError } from '../exit-code.js';
import type { CommonFlags } from '../options.js';
import { formatTable } from '../print/text/table.js';
import { openSession } from '../session.js';
import { shippedTopics } from '../shipped-docs.js';

export async function runDocs(wanted: string | undefined, flags: CommonFlags): Promise<ExitCode> {
  const { console } = openSession(flags);
  const topics = shippedTopics();
  if (wanted === undefined) {
    for (const { name, title } of topics) console.event({ type: 'topic', topic: name, title });
    for (const line of formatTable(topics.map(({ name, title }) => [name, title]))) console.line(line);
    console.note('\nRun "assetc docs <topic>" to read one.');
    return ExitCode.fine;
  }
  const name = wanted.toLowerCase().replace(/\.md$/, '');
  const topic = topics.find((candidate) => candidate.name === name);
  if (topic === undefined) {
    const { nearest } = await import('../../index.js');
    const guess = nearest(
      name,
      topics.map((candidate) => candidate.name),
    );
    throw new UsageError(
      `unknown topic ${wanted}`,
      guess === undefined ? '"assetc docs" lists all topics.' : `Did you mean ${guess}?`,
    );
  }
  console.event({ type: 'page', topic: topic.name, title: topic.title, text: topic.text });
  console.line(topic.text.trimEnd());
  return ExitCode.fine;
}

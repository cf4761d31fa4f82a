import { expect, it } from 'vitest';
import { EventStreamReader } from './event-stream.js';

const STREAM =
  ': hello\n\nretry: 750\n\nid: a.1\nevent: built\ndata: {"é": 1}\n\ndata:one\r\ndata: two\r\rid\ndata:  spaced\n\nevent: empty\n\nnonsense: 1\ndata\n\ndata: torn';

const EXPECTED = [
  { type: 'built', data: '{"é": 1}', id: 'a.1' },
  { type: 'message', data: 'one\ntwo', id: 'a.1' },
  { type: 'message', data: ' spaced', id: '' },
  { type: 'message', data: '', id: '' },
];

it('follows the standard for input cut at any position', () => {
  const bytes = new TextEncoder().encode(STREAM);
  for (let size = 1; size <= bytes.length; size++) {
    const reader = new EventStreamReader();
    const found = [];
    for (let at = 0; at < bytes.length; at += size) found.push(...reader.push(bytes.subarray(at, at + size)));
    expect(found).toEqual(EXPECTED);
    expect(reader.retryMs).toBe(750);
  }
});

it('treats CR LF as one line end, even if cut between them', () => {
  const reader = new EventStreamReader();
  const push = (text: string) => reader.push(new TextEncoder().encode(text));
  expect([...push('data: a\r'), ...push('\n'), ...push('data: b\r'), ...push('\n\r'), ...push('\n')]).toEqual([
    { type: 'message', data: 'a\nb', id: '' },
  ]);
});

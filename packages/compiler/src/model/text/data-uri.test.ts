import { describe, expect, it } from 'vitest';
import { dataUriMime, decodeDataUri, isDataUri } from './data-uri.js';

const hex = (uri: string): string | undefined => {
  const decoded = decodeDataUri(uri);
  return 'bytes' in decoded ? Buffer.from(decoded.bytes).toString('hex') : undefined;
};

describe('decodeDataUri', () => {
  it.each([
    ['base64', 'data:image/png;base64,+/+/AQI=', 'fbffbf0102'],
    ['the URL-safe alphabet', 'data:image/png;base64,-_-_AQI=', 'fbffbf0102'],
    ['base64 without padding', 'data:;base64,AQI', '0102'],
    ['base64 with line breaks', 'data:;base64,AQ\r\n \tI=\n', '0102'],
    ['base64 whose padding is percent-encoded', 'data:;base64,AQI%3D', '0102'],
    ['base64 whose digits are percent-encoded', 'data:;base64,%2b%2F%2BA', 'fbff80'],
    ['spaces and capitals around the marker', 'DATA:image/png; BASE64 ,AQI=', '0102'],
    ['percent-encoded bytes that are no UTF-8', 'data:,%ff%00a', 'ff0061'],
    ['a stray percent sign', 'data:,50%+%4', Buffer.from('50%+%4').toString('hex')],
    ['a percent sign before one that begins a pair', 'data:,%%41', '2541'],
    ['text beyond ASCII', 'data:,ä', 'c3a4'],
    ['nothing', 'data:,', ''],
  ])('reads %s', (_, uri, bytes) => {
    expect(hex(uri)).toBe(bytes);
  });

  it.each([
    ['a URI of another scheme', 'http://x/y,z', 'this is not a data URI'],
    ['a missing comma', 'data:;base64', 'the data URI has no comma'],
    ['a foreign character', 'data:;base64,AQ!I', 'the data URI contains "!", which is not base64'],
    ['a stray percent sign in base64', 'data:;base64,AQ%I', 'the data URI contains "%", which is not base64'],
    ['padding in the middle', 'data:;base64,AQ==AQ==', 'the data URI contains "=", which is not base64'],
    ['base64 that is cut short', 'data:;base64,AQIDB', 'the base64 of the data URI is cut short'],
  ])('refuses %s', (_, uri, problem) => {
    expect(decodeDataUri(uri)).toEqual({ problem });
  });

  it('agrees with the decoder of fetch on what both accept', async () => {
    let state = 12345;
    const next = (below: number): number => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      return (state >>> 8) % below;
    };
    const alphabet = ['A', 'b', '9', '+', '/', '=', '%3D', '%2B', ' ', '%', '%4', 'x'];
    let compared = 0;
    for (let round = 0; round < 2000; round++) {
      const body = Array.from({ length: next(9) }, () => alphabet[next(alphabet.length)]).join('');
      const uri = `data:a/b${next(2) === 0 ? '' : ';base64'},${body}x`;
      const theirs = await fetch(uri).then(
        async (response) => Buffer.from(await response.arrayBuffer()).toString('hex'),
        () => undefined,
      );
      if (theirs === undefined) continue;
      compared++;
      expect(hex(uri), uri).toBe(theirs);
    }
    expect(compared).toBeGreaterThan(500);
  });
});

describe('what a data URI is', () => {
  it('is recognized by its scheme in any case', () => {
    expect(isDataUri('DaTa:,x')).toBe(true);
    expect(isDataUri('date:,x')).toBe(false);
    expect(dataUriMime('data:image/png;base64,AA')).toBe('image/png');
    expect(dataUriMime('data:,AA')).toBeUndefined();
  });
});

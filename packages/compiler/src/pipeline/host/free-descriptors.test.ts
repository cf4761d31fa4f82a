import { expect, it } from 'vitest';
import { whenDescriptorsAreFree, whenDescriptorsAreFreeSync } from './free-descriptors.js';

const failure = (code: string) => Object.assign(new Error(code), { code });

/** Fails with these codes, one after the other, then returns 7. */
function failing(...codes: string[]): () => number {
  return () => {
    const code = codes.shift();
    if (code !== undefined) throw failure(code);
    return 7;
  };
}

it.each(['EMFILE', 'ENFILE'])('opens again after %s', async (code) => {
  expect(await whenDescriptorsAreFree(failing(code, code))).toBe(7);
  expect(whenDescriptorsAreFreeSync(failing(code, code), 2)).toBe(7);
});

it('passes other errors on at once', async () => {
  await expect(whenDescriptorsAreFree(failing('ENOENT'))).rejects.toThrow('ENOENT');
  expect(() => whenDescriptorsAreFreeSync(failing('EACCES', 'EMFILE'))).toThrow('EACCES');
});

it('gives up if none is ever free, and then at once, until one is', async () => {
  let calls = 0;
  const never = () => {
    calls++;
    return Promise.reject(failure('EMFILE'));
  };
  await expect(whenDescriptorsAreFree(never, 2)).rejects.toThrow('EMFILE');
  expect(calls).toBe(3);
  await expect(whenDescriptorsAreFree(never, 2)).rejects.toThrow('EMFILE');
  expect(calls).toBe(4);
  expect(await whenDescriptorsAreFree(failing())).toBe(7);
  expect(await whenDescriptorsAreFree(failing('EMFILE'))).toBe(7);
});

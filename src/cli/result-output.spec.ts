import { Writable } from 'node:stream';
import { ResultLost, ResultOutput } from './result-output.js';

const failing = (code: string) =>
  new Writable({
    write: (_chunk, _encoding, callback) => callback(Object.assign(new Error(`${code}: write`), { code })),
  });

it.each([
  ['EPIPE', 141, []],
  ['ENOSPC', 1, ['The result could not be written: ENOSPC: write.']],
  ['EIO', 1, ['The result could not be written: EIO: write.']],
])('%s: the command stops, and exits with %s', async (code, exitCode, said) => {
  const stream = failing(code);
  const output = new ResultOutput(stream);
  const sentences: string[] = [];
  stream.write('a line');
  await expect(output.lost).rejects.toBeInstanceOf(ResultLost);
  expect(await output.settle(0, (sentence) => void sentences.push(sentence))).toBe(exitCode);
  expect(sentences).toEqual(said);
});

it('a result that was read keeps the code of its command', async () => {
  const stream = new Writable({ write: (_chunk, _encoding, callback) => callback() });
  const output = new ResultOutput(stream);
  stream.write('a line');
  expect(await output.settle(1, () => undefined)).toBe(1);
});

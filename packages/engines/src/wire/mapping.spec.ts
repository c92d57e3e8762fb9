import type { CatalogueModel } from '../model.js';
import type { Work } from '../provider.js';
import { inputFor, problemsOfMapping, readMapping } from './mapping.js';

const schemaOf = (properties: object) =>
  ({ inputSchema: { type: 'object', properties } }) as unknown as CatalogueModel;

describe('readMapping', () => {
  it('takes one output name or several', () => {
    expect(readMapping({ input: {} })).toEqual({ input: {}, output: null, clip: null });
    expect(readMapping({ input: {}, output: 'mesh' }).output).toEqual(['mesh']);
    expect(readMapping({ input: {}, output: ['mesh', 'texture'] }).output).toEqual(['mesh', 'texture']);
  });

  it.each([
    [{}],
    [{ input: 'x' }],
    [{ input: [] }],
    [{ input: {}, output: [] }],
    [{ input: {}, output: [5] }],
  ])('refuses %j', (options) => expect(() => readMapping(options)).toThrow(/^(in|out)put must be /));
});

describe('problemsOfMapping', () => {
  const problems = (input: object, properties: object) =>
    problemsOfMapping({ input: { ...input }, output: null, clip: null }, schemaOf(properties));

  it('finds none where every field is sent and every value is known', () => {
    const input = { text: '{{prompt}}', size: { $case: 'aspectRatio', '1:1': 'square', '16:9': 'wide' } };
    expect(problems(input, { prompt: {}, aspectRatio: { enum: ['1:1', '16:9'] } })).toEqual([]);
  });

  it('names placeholders without a field, and fields that are never sent', () => {
    expect(problems({ text: '{{promt}}' }, { prompt: {} })).toEqual([
      '{{promt}} is no field of the input',
      'the field prompt is never sent',
    ]);
  });

  it('names values that a $case does not know', () => {
    const input = { seconds: { $case: 'duration', '5': '5' }, size: { $case: 'size', a: 1 } };
    expect(problems(input, { duration: { enum: [5, 10] }, size: { type: 'string' } })).toEqual([
      '$case duration has nothing for 10',
      '$case size needs an enum to choose from',
    ]);
  });
});

describe('a clip that is paid for by its length', () => {
  const options = {
    input: { video: '{{videoUrl}}', fps: '{{videoFrameRate}}' },
    clip: { seconds: 'duration', framesPerSecond: 'frameRate' },
  };

  it('needs the fields that it is paid by, and they count as used', () => {
    const problems = (properties: object) => problemsOfMapping(readMapping(options), schemaOf(properties));
    expect(problems({ videoUrl: {}, duration: {}, frameRate: {} })).toEqual([]);
    expect(problems({ videoUrl: {}, duration: {} })).toEqual(['{{frameRate}} is no field of the input']);
    const { clip: _, ...flat } = options;
    expect(problemsOfMapping(readMapping(flat), schemaOf({ videoUrl: {} }))).toEqual([
      '{{videoFrameRate}} is no field of the input',
    ]);
  });

  it.each([{ clip: {} }, { clip: 'duration' }, { clip: { seconds: 'duration', framesPerSecond: 30 } }])(
    'is not declared by %j',
    (wrong) => expect(() => readMapping({ ...options, ...wrong })).toThrow(/^clip must be /),
  );
});

describe('inputFor', () => {
  it('sends our copies in place of the caller’s addresses', async () => {
    const work = {
      input: { prompt: 'a cat', imageUrl: 'https://caller.example/cat.png' },
      media: (field: string) => Promise.resolve({ path: `/scratch/${field}`, contentType: 'image/png' }),
    } as unknown as Work;
    const mapping = readMapping({
      input: { text: '{{prompt}}', images: ['{{imageUrl}}'], seed: '{{seed}}' },
    });
    const sent = await inputFor(work, mapping, ({ path }) => Promise.resolve(`upload of ${path}`));
    expect(sent).toEqual({ text: 'a cat', images: ['upload of /scratch/imageUrl'] });
  });
});

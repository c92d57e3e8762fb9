import type { CatalogueModel } from 'offprint';
import { textsOf } from './request-texts.js';

const model = {
  inputSchema: {
    properties: {
      prompt: { type: 'string' },
      style: { enum: ['photo', 'drawing'] },
      aspectRatio: { type: 'string', format: 'aspect-ratio' },
      imageUrl: { type: 'string', format: 'media-url' },
      mask: { type: 'string', format: 'media-url' },
    },
  },
} as unknown as CatalogueModel;

it('reviews every text of the input at any depth, and no links to files', () => {
  const input = {
    prompt: 'a prompt',
    negativePrompt: 'what not',
    lyrics: ['line 1', { verse: ['line 2'] }],
    style: 'photo',
    aspectRatio: '16:9',
    seed: 7,
    blank: ' \n',
    nothing: null,
    imageUrl: 'https://files.example/one.png',
    mask: 'https://files.example/two.png',
    videoUrl: 'data:video/mp4;base64,… (100 characters sent)',
  };
  const free = ['a prompt', 'what not', 'line 1', 'line 2'];
  expect(textsOf({ model, input })).toEqual({ all: [...free, 'photo', '16:9'], free });
});

import { differences } from './differences';

it('names the fields in which two inputs differ', () => {
  const one = { prompt: 'a', size: { w: 1 }, seed: 1 };
  expect(differences(one, { prompt: 'a', size: { w: 1 }, seed: 2, format: 'png' })).toEqual([
    'seed',
    'format',
  ]);
  expect(differences(one, { ...one })).toEqual([]);
});

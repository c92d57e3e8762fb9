import { readTarget } from './replicate-target.js';

const ID = '5c7d5dc6dd8bf75c1acaa8565735e7986bc5b66206b55cca93cb72c9bf15ccaa';

describe('readTarget', () => {
  it.each([
    [{ model: 'acme/flux-1.1' }, { path: '/models/acme/flux-1.1/predictions' }],
    [{ deployment: 'acme/mine' }, { path: '/deployments/acme/mine/predictions' }],
    [{ version: ID }, { path: '/predictions', version: ID }],
    [{ version: `acme/old:${ID}` }, { path: '/predictions', version: `acme/old:${ID}` }],
  ])('runs %j', (options, expected) => expect(readTarget(options)).toEqual(expected));

  it.each([
    [{}],
    [{ model: 'a/b', deployment: 'a/b' }],
    [{ model: 'flux' }],
    [{ model: 'a/b/c' }],
    [{ model: '../account' }],
    [{ deployment: 'a/../../account' }],
    [{ version: 'acme/old' }],
    [{ version: 5 }],
  ])('refuses %j', (options) => expect(() => readTarget(options)).toThrow());
});

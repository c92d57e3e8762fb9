import { pathOf } from './call.js';

describe('a path with values in it', () => {
  it('encodes each value as one path segment', () => {
    expect(pathOf('/tasks/{{id}}', { id: 'a b/c?d#e&f' })).toBe('/tasks/a%20b%2Fc%3Fd%23e%26f');
    expect(pathOf('/tasks/{{id}}/{{n}}', { id: 'x', n: 7 })).toBe('/tasks/x/7');
    expect(pathOf('/result?id={{id}}', { id: 'a&key=b' })).toBe('/result?id=a%26key%3Db');
    expect(pathOf('/plain', {})).toBe('/plain');
  });

  it('is null when a value is missing or consists of dots', () => {
    for (const id of [undefined, null, '', '.', '..', '...', {}, true])
      expect(pathOf('/tasks/{{id}}', { id })).toBeNull();
  });
});

import { firstFound, isJsonPath, numberAt, textAt, valuesAt } from './json-path.js';

const ANSWER = {
  id: 7,
  data: { task_id: 'a', flag: false, none: null, progress: '42' },
  output: ['x', 'y'],
  images: [{ url: 'one' }, { width: 3 }, { url: 'two' }],
  rows: [['a', 'b'], ['c']],
};

describe('a path into a response', () => {
  it('finds single values, and every item of a list', () => {
    expect(valuesAt(ANSWER, 'data.task_id')).toEqual(['a']);
    expect(valuesAt(ANSWER, 'output[*]')).toEqual(['x', 'y']);
    expect(valuesAt(ANSWER, 'images[*].url')).toEqual(['one', 'two']);
    expect(valuesAt(ANSWER, 'images[0].url')).toEqual(['one']);
    expect(valuesAt(ANSWER, 'rows[*][0]')).toEqual(['a', 'c']);
    expect(valuesAt([{ url: 'root' }], '[*].url')).toEqual(['root']);
  });

  it('finds nothing where there is another type or no value', () => {
    for (const path of ['nowhere', 'data.none', 'id.task_id', 'id[*]', 'output.url', 'images[9].url']) {
      expect(valuesAt(ANSWER, path)).toEqual([]);
    }
    expect(valuesAt(undefined, 'id')).toEqual([]);
    expect(valuesAt('text', 'length')).toEqual([]);
    expect(valuesAt(ANSWER, 'constructor.name')).toEqual([]);
  });

  it('reads scalars as text and numbers, never objects', () => {
    expect(textAt(ANSWER, 'id')).toBe('7');
    expect(textAt(ANSWER, 'data.flag')).toBe('false');
    expect(textAt(ANSWER, 'data')).toBeUndefined();
    expect(numberAt(ANSWER, 'data.progress')).toBe(42);
    expect(numberAt(ANSWER, 'data.task_id')).toBeUndefined();
    expect(numberAt({ progress: '' }, 'progress')).toBeUndefined();
  });

  it('uses the first of several paths that has a value', () => {
    expect(firstFound({ model: 'b' }, ['pbr_model', 'model'])).toEqual(['b']);
    expect(firstFound({ pbr_model: 'a', model: 'b' }, ['pbr_model', 'model'])).toEqual(['a']);
    expect(firstFound({}, 'model')).toEqual([]);
  });

  it('is distinguished from other text', () => {
    expect(['id', 'a.b', 'a[*]', '[*].b', 'a[0][1].c-d'].every(isJsonPath)).toBe(true);
    expect(['', '.', 'a..b', 'a[', 'a[x]', '$.a[?(@.b)]', 'a]b'].some(isJsonPath)).toBe(false);
  });
});

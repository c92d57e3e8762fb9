import { parseJson } from './json.js';

describe('a body of JSON', () => {
  it.each<[what: string, text: string, value: unknown]>([
    ['an object', '{"a":1}', { a: 1 }],
    ['null', 'null', null],
    ['an object after a byte order mark', '\ufeff{"a":1}', { a: 1 }],
    ['a list after a byte order mark', '\ufeff []', []],
    ['a progress that is no number', '{"progress": NaN}', { progress: null }],
    ['infinite numbers', '{"eta": -Infinity, "left":Infinity}', { eta: null, left: null }],
    ['a history of ComfyUI', '{"1":{"is_changed":[NaN]}}', { 1: { is_changed: [null] } }],
    ['texts with such words', '[NaN,"NaN","a \\" NaN \\\\",-1]', [null, 'NaN', 'a " NaN \\', -1]],
    ['a name that is such a word', '{"NaN": "Infinity", "b": NaN}', { NaN: 'Infinity', b: null }],
    ['a long text', `["${'x'.repeat(3_000_000)}", NaN]`, ['x'.repeat(3_000_000), null]],
  ])('is read: %s', (_what, text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it.each<[what: string, text: string]>([
    ['nothing', ''],
    ['a word', 'NaNa'],
    ['an open object', '{"a": NaN'],
    ['a page', '<html>NaN'],
    ['an open text', '{"a": "NaN}'],
    ['a dictionary of Python', "{'a': NaN}"],
    ['two values', '{"a":1} NaN'],
    ['a long open text', `"${'\\"'.repeat(100_000)}NaN`],
  ])('is none: %s', (_what, text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });
});

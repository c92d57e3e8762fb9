import { fillPath, fillTemplate, keepsSlashes, placeholdersOf } from './template.js';

describe('fillTemplate', () => {
  it('keeps the type of a value that is a whole placeholder', () => {
    const template = { steps: '{{steps}}', sound: '{{ sound }}', size: '{{size}}', prompt: '{{prompt}}' };
    const values = { steps: 4, sound: false, size: { width: 8 }, prompt: 'a cat' };
    expect(fillTemplate(template, values)).toEqual(values);
  });

  it('omits properties and list items without a value, and keeps null', () => {
    const template = { seed: '{{seed}}', images: ['{{first}}', '{{second}}'], mask: '{{mask}}', fixed: null };
    expect(fillTemplate(template, { second: 'b', mask: null, seed: undefined })).toEqual({
      images: ['b'],
      mask: null,
      fixed: null,
    });
    expect(fillTemplate('{{seed}}', {})).toBeUndefined();
  });

  it('inserts values into longer texts, missing ones as empty', () => {
    expect(fillTemplate('{{duration}}s', { duration: 5 })).toBe('5s');
    expect(fillTemplate('{{width}}x{{height}}{{suffix}}', { width: 1024, height: 512 })).toBe('1024x512');
    expect(fillTemplate('{"size": {{size}}}', { size: { w: 1 } })).toBe('{"size": {"w":1}}');
  });

  it('inserts a value literally: its placeholders and replacement patterns stay text', () => {
    const values = { prompt: 'show {{secret}} and $& and $1', secret: 'hidden' };
    expect(fillTemplate({ a: '{{prompt}}', b: 'x {{prompt}}' }, values)).toEqual({
      a: 'show {{secret}} and $& and $1',
      b: 'x show {{secret}} and $& and $1',
    });
  });

  it('selects the entry that a value names, and fills it', () => {
    const template = {
      size: { $case: 'aspectRatio', '1:1': 'square', '16:9': { width: '{{width}}', height: 576 } },
      duration: { $case: 'duration', '5': '5', '10': '10' },
    };
    expect(fillTemplate(template, { aspectRatio: '1:1', duration: 10 })).toEqual({
      size: 'square',
      duration: '10',
    });
    expect(fillTemplate(template, { aspectRatio: '16:9', width: 1024 })).toEqual({
      size: { width: 1024, height: 576 },
    });
    expect(fillTemplate(template, { aspectRatio: 'constructor', duration: '$case' })).toEqual({});
  });

  it('uses only given values, never properties of JavaScript objects', () => {
    expect(fillTemplate({ a: '{{constructor}}', b: '{{__proto__}}' }, {})).toEqual({});
    const filled = fillTemplate(JSON.parse('{"__proto__": {"polluted": true}}'), {}) as object;
    expect(Object.getPrototypeOf(filled)).toBe(Object.prototype);
  });

  it('does not change other types, nor the template', () => {
    const template = { n: 3, flag: true, braces: '{{not a name}} {{}} { {x} }', list: [1, [2]] };
    const before = structuredClone(template);
    expect(fillTemplate(template, { x: 1 })).toEqual(before);
    expect(template).toEqual(before);
  });
});

describe('placeholdersOf', () => {
  it('returns every value that a template uses', () => {
    const template = {
      a: '{{prompt}}',
      b: ['{{ imageUrl }}', { c: 'x {{width}}x{{height}}' }],
      d: { $case: 'aspectRatio', '1:1': '{{square}}' },
      e: 5,
      f: null,
    };
    expect([...placeholdersOf(template)].sort()).toEqual(
      ['aspectRatio', 'height', 'imageUrl', 'prompt', 'square', 'width'].sort(),
    );
    expect(placeholdersOf('plain')).toEqual(new Set());
  });
});

describe('fillPath', () => {
  it('encodes each value as one path segment', () => {
    expect(fillPath('/tasks/{{id}}', { id: 'a b/c?d#e&f' })).toBe('/tasks/a%20b%2Fc%3Fd%23e%26f');
    expect(fillPath('/tasks/{{id}}/{{n}}', { id: 'x', n: 7 })).toBe('/tasks/x/7');
    expect(fillPath('/result?id={{id}}', { id: 'a&key=b' })).toBe('/result?id=a%26key%3Db');
    expect(fillPath('/plain', {})).toBe('/plain');
  });

  it('is null when a value is missing, consists of dots, or is not Unicode', () => {
    for (const id of [undefined, null, '', '.', '..', '...', {}, true, '\ud800'])
      expect(fillPath('/tasks/{{id}}', { id })).toBeNull();
  });

  it('keeps the slashes of a value where the template says so, and encodes the rest', () => {
    expect(fillPath('/v1/{{+id}}', { id: 'models/veo 3/operations/a?b' })).toBe(
      '/v1/models/veo%203/operations/a%3Fb',
    );
    expect(fillPath('/v1/{{ +id }}:x', { id: 'one' })).toBe('/v1/one:x');
  });

  it('is null when a segment of a value with slashes would lead elsewhere', () => {
    for (const id of ['//other.example/a', '/a', 'a/', 'a//b', '../a', 'a/../../b', 'a/.', 'a/\ud800', ''])
      expect(fillPath('/v1/{{+id}}', { id })).toBeNull();
    expect(fillPath('/v1/{{+id}}', { id: '\\\\other.example\\..' })).toBe('/v1/%5C%5Cother.example%5C..');
    expect(fillPath('/v1/{{+id}}', { id: '%2e%2e/b' })).toBe('/v1/%252e%252e/b');
  });
});

describe('keepsSlashes', () => {
  it('finds the operator at any depth', () => {
    expect(keepsSlashes(['/a/{{id}}', { a: [{ b: 'x {{+id}}' }] }])).toBe(true);
    expect(keepsSlashes([undefined, null, 3, '/a/{{id}} + {{ id }}'])).toBe(false);
  });
});

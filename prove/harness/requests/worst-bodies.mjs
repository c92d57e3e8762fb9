// Bodies that are expensive to parse, to validate or to report errors about, in any size. F1 mixes them into its requests;
// B2 measures the event-loop time of each.
import { gzipSync } from 'node:zlib';

const JSON_TYPE = 'application/json';

/** Fills `bytes` with copies of `piece` between `head` and `tail`. */
function filled(bytes, head, piece, tail, separator = ',') {
  const room = bytes - Buffer.byteLength(head) - Buffer.byteLength(tail);
  const parts = [];
  for (let at = 0, used = 0; ; at += 1) {
    const next = typeof piece === 'function' ? piece(at) : piece;
    used += Buffer.byteLength(next) + (at > 0 ? separator.length : 0);
    if (used > room) break;
    parts.push(next);
  }
  return Buffer.from(head + parts.join(separator) + tail);
}

/** Returns a generator of bodies with one string value of the whole size, filled with copies of `unit`. */
const stringOf =
  (unit, field = 'prompt', start = '') =>
  (bytes) => {
    const head = `{"modelKey":"embedded-image","${field}":"${start}`;
    return Buffer.from(
      `${head}${unit.repeat(Math.floor((bytes - head.length - 2) / Buffer.byteLength(unit)))}"}`,
    );
  };

/** name → generator of a body of at most that size. */
const TEXTS = {
  'unknown fields': (bytes) => filled(bytes, '{', (at) => `"f${at}":1`, '}'),
  'unknown fields of long names': (bytes) => filled(bytes, '{', (at) => `"${'n'.repeat(9000)}${at}":1`, '}'),
  'one field name of the whole size': (bytes) => Buffer.from(`{"${'n'.repeat(bytes - 6)}":1}`),
  'fields named like numbers': (bytes) => filled(bytes, '{', (at) => `"${at * 4096}":1`, '}'),
  'one field again and again': (bytes) => filled(bytes, '{', () => '"prompt":0', '}'),
  'reserved field names below': (bytes) =>
    filled(bytes, '{"metadata":[', '{"__proto__":1,"constructor":1,"prototype":1}', ']}'),
  'empty arrays': (bytes) => filled(bytes, '{"a":[', '[]', ']}'),
  'empty objects': (bytes) => filled(bytes, '{"a":[', '{}', ']}'),
  'empty strings': (bytes) => filled(bytes, '{"a":[', '""', ']}'),
  'numbers of one digit': (bytes) => filled(bytes, '{"a":[', '1', ']}'),
  'numbers that overflow': (bytes) => filled(bytes, '{"a":[', '1e999', ']}'),
  'one number of the whole size': (bytes) => Buffer.from(`{"seed":${'9'.repeat(bytes - 9)}}`),
  'arrays in arrays': (bytes) => Buffer.from('['.repeat(bytes >> 1) + ']'.repeat(bytes >> 1)),
  'objects in objects, cut off': (bytes) => Buffer.from('{"a":'.repeat(Math.floor(bytes / 5))),
  'metadata of many values': (bytes) => filled(bytes, '{"metadata":{', (at) => `"k${at}":1`, '}}'),
  'nodes of every kind': (bytes) => filled(bytes, '{"a":[', '{"b":[{}],"c":"\\u0000"}', ']}'),
  escapes: stringOf('\\u0041'),
  'escaped quotes': stringOf('\\"'),
  'lone surrogates': stringOf('\\ud800'),
  'characters of three bytes': stringOf('\u20ac'),
  'a prompt of spaces': stringOf(' '),
  'an aspect ratio of digits': stringOf('9', 'aspectRatio'),
  'an inline picture': stringOf('A', 'imageUrl', 'data:image/png;base64,'),
  'an inline picture with a wrong end': stringOf('A', 'imageUrl', 'data:image/png;base64,*'),
  'a link of the whole size': stringOf('a', 'imageUrl', 'https://'),
  'a link to a foreign name': stringOf('\u00fc', 'imageUrl', 'https://'),
  'a link of dots': stringOf('../', 'imageUrl', 'https://example.com/'),
  spaces: (bytes) => Buffer.from(`{${' '.repeat(bytes - 2)}}`),
  'not JSON': (bytes) => Buffer.from('x'.repeat(bytes)),
  'not text': (bytes) =>
    Buffer.concat([Buffer.from('{"a":"'), Buffer.alloc(bytes - 8, 0xff), Buffer.from('"}')]),
};

/**
 * @typedef WorstBody
 * @property {string} name
 * @property {Buffer} bytes as sent, including transfer encoding
 * @property {Record<string, string>} headers
 */

/** @param {number} bytes maximum size of each before its transfer encoding @returns {WorstBody[]} */
export function worstBodies(bytes) {
  const plain = Object.entries(TEXTS).map(([name, make]) => ({ name, text: make(bytes) }));
  return [
    ...plain.map(({ name, text }) => ({ name, bytes: text, headers: lengthOf(text) })),
    ...framed('unknown fields', TEXTS['unknown fields'](bytes)),
    ...framed('empty arrays', TEXTS['empty arrays'](bytes)),
  ];
}

/** @returns {Buffer[]} only the bodies, without framing */
export function worstTexts(bytes) {
  return Object.values(TEXTS).map((make) => make(bytes));
}

const lengthOf = (bytes) => ({ 'content-type': JSON_TYPE, 'content-length': String(bytes.length) });

/** Returns the body compressed, in chunks of one byte, and a compression bomb. */
function framed(name, text) {
  const packed = gzipSync(text);
  const bomb = gzipSync(Buffer.alloc(100 * text.length, 0x20));
  return [
    {
      name: `${name}, compressed`,
      bytes: packed,
      headers: { ...lengthOf(packed), 'content-encoding': 'gzip' },
    },
    { name: 'a bomb', bytes: bomb, headers: { ...lengthOf(bomb), 'content-encoding': 'gzip' } },
    {
      name: `${name}, in chunks of a byte`,
      bytes: inChunks(text.subarray(0, Math.floor(text.length / 6))),
      headers: { 'content-type': JSON_TYPE, 'transfer-encoding': 'chunked' },
    },
  ];
}

function inChunks(text) {
  const bytes = Buffer.alloc(text.length * 6 + 5, '1\r\nx\r\n');
  for (let at = 0; at < text.length; at += 1) bytes[at * 6 + 3] = text[at];
  bytes.write('0\r\n\r\n', text.length * 6);
  return bytes;
}

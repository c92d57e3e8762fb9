// Encodes a value as a request body: usually as JSON, sometimes damaged.
import { nested } from './schema-values.mjs';
import { worstTexts } from './worst-bodies.mjs';

const JSON_TYPE = 'application/json';
/**
 * Sizes: above the limit of sign-in, at the limit of parsing before the key lookup, and at the body limit. In 16 KiB, the prompt
 * of six-byte escapes would be short enough for a valid request.
 */
const worst = [32, 64, 1024].flatMap((kilobytes) => worstTexts(kilobytes * 1024));

/** Encodes a value; some numbers of `die` damage it or replace it by the worst body number `pick`. */
export function onTheWire(value, wrong, die, optional, pick = 0) {
  const text = JSON.stringify(value);
  const broken = (sent, type = JSON_TYPE) => ({ text: sent, type, wrong: ['it is no JSON body'] });
  switch (die) {
    case 0:
      return broken(text.slice(0, -1));
    case 1:
      return broken(`${text},`);
    case 2:
      return broken(text, 'text/plain');
    case 3:
      return broken(text, 'application/x-www-form-urlencoded');
    case 4:
      return broken(Buffer.from(text, 'utf16le'));
    case 5:
      return broken(Buffer.from(`${text}é`, 'latin1'), 'application/json; charset=latin1');
    case 6:
      return optional ? { wrong: [] } : { wrong: ['there is no body'] };
    case 7:
      return broken(`/* */${text}`);
    case 8:
      return {
        text: `{"__proto__":{"a":1},${text.slice(1)}`,
        type: JSON_TYPE,
        wrong: ['it reaches into prototypes'],
      };
    case 9:
      return { text: JSON.stringify({ deep: nested(500) }), type: JSON_TYPE, wrong: ['it is too deep'] };
    case 10:
      return { text: `${text}${' '.repeat(1_100_000)}`, type: JSON_TYPE, wrong: ['it is too large'] };
    case 11:
      return {
        text: text.replace('{', '{ "a":1e999,'),
        type: JSON_TYPE,
        wrong: ['it holds what is no number'],
      };
    case 12:
      return broken(worst[pick % worst.length]);
    default:
      return { text, type: die % 2 === 0 ? JSON_TYPE : 'application/json; charset=utf-8', wrong };
  }
}

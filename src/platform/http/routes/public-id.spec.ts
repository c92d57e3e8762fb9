import { v7 as uuid } from 'uuid';
import { parsePublicId, publicId } from './public-id.js';

describe('public ids', () => {
  it('are converted back to the same UUID', () => {
    const id = uuid();
    expect(publicId('key', id)).toMatch(/^key_[0-9a-f]{32}$/);
    expect(parsePublicId('key', publicId('key', id))).toBe(id);
  });

  it('are rejected with another prefix, another spelling, or when they are no string', () => {
    const id = publicId('key', uuid());
    const wrong = [
      publicId('usr', uuid()),
      id.toUpperCase(),
      id.slice(0, -1),
      `${id}0`,
      `${id}\n`,
      ` ${id}`,
      id.slice(4),
      'key_',
      '',
      "key_' or true --",
      undefined,
      null,
      7,
      [id],
    ];
    for (const text of wrong) expect(parsePublicId('key', text)).toBeNull();
  });
});

import { FetchRefused } from './fetch-refused.js';
import { parseRedirect, parseUrl } from './fetch-target.js';

const policy = { schemes: ['https', 'http'] as const };

describe('an address that no URL can be made of', () => {
  // As a server sends them: UTF-8 read byte by byte. Node 20's `URL.canParse` takes these, and `new URL` does not.
  const hosts = [
    '240ã\u0080\u00820ã\u0080\u00821',
    'ï¼\u0092ï¼\u0094ï¼\u0090.ï¼\u0090',
    'â\u0091¡â\u0091£.0',
    '\u0080',
  ];

  it('is refused as a bad one, also when a redirect names it', () => {
    for (const host of hosts) {
      expect(() => parseUrl(`https://${host}/a.png`, policy)).toThrow(FetchRefused);
      expect(() => parseRedirect(`//${host}/a.png`, new URL('http://a.example.com/'), policy)).toThrow(
        FetchRefused,
      );
    }
  });
});

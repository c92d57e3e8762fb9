import { FetchRefused } from './fetch-refused.js';
import { parseRedirect, parseUrl } from './fetch-target.js';

const policy = { schemes: ['https', 'http'] as const };

describe('a text that is no valid URL', () => {
  // UTF-8 decoded as Latin-1, as in headers. `URL.canParse` of Node 20 accepts these; `new URL` rejects them.
  const hosts = [
    '240ã\u0080\u00820ã\u0080\u00821',
    'ï¼\u0092ï¼\u0094ï¼\u0090.ï¼\u0090',
    'â\u0091¡â\u0091£.0',
    '\u0080',
  ];

  it('is rejected, also as the target of a redirect', () => {
    for (const host of hosts) {
      expect(() => parseUrl(`https://${host}/a.png`, policy)).toThrow(FetchRefused);
      expect(() => parseRedirect(`//${host}/a.png`, new URL('http://a.example.com/'), policy)).toThrow(
        FetchRefused,
      );
    }
  });
});

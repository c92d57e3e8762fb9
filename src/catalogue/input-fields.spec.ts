import { isAspectRatio, isMediaUrl } from './input-fields.js';

describe('formats of input schemas', () => {
  it('a link to media is http(s), inline or one of ours', () => {
    const links = [
      'https://a.example/x.png',
      'http://a.example',
      'data:image/png;base64,AA==',
      'data:;base64,AA',
      '/api/assets/x',
    ];
    for (const link of links) expect({ link, is: isMediaUrl(link) }).toEqual({ link, is: true });
    for (const text of ['', 'x', 'ftp://a.example/', 'file:///x', 'javascript:1', 'https://'])
      expect({ text, is: isMediaUrl(text) }).toEqual({ text, is: false });
  });

  it('text that no URL can be made of is not a link, and never an error', () => {
    // Node 20's `URL.canParse` takes these for URLs, and `new URL` does not.
    for (const host of [
      '240ã\u0080\u0082ã\u0080\u0081',
      'ï¼\u0092ï¼\u0094.ï¼\u0090',
      'â\u0091¡.0',
      '\u0080',
      'a\u009fb',
    ])
      expect({ host, is: isMediaUrl(`https://${host}/a.png`) }).toEqual({ host, is: false });
  });

  it('an aspect ratio lies between 1:4 and 4:1', () => {
    for (const ratio of ['1:1', '16:9', '1:4', '4:1']) expect(isAspectRatio(ratio)).toBe(true);
    for (const ratio of ['1:5', '5:1', '0:1', '1:0', '1.5:1', '16/9', ''])
      expect(isAspectRatio(ratio)).toBe(false);
  });
});

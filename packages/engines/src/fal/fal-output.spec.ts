import { addressesIn, isBlackedOut } from './fal-output.js';

const isAddress = (text: string) => text.startsWith('https:');
const file = (url: string) => ({ url, content_type: 'image/png', file_size: 5 });

describe('addressesIn', () => {
  it('finds every file object, and no other URL', () => {
    const output = {
      images: [file('https://a/1.png'), file('https://a/2.png')],
      video: {
        ...file('https://a/3.mp4'),
        start_frame_url: 'https://a/no.png',
        audio: file('https://a/no.mp3'),
      },
      prompt: 'https://a/no.png',
      seed: 7,
    };
    expect(addressesIn(output, null, isAddress)).toEqual([
      'https://a/1.png',
      'https://a/2.png',
      'https://a/3.mp4',
    ]);
  });

  it('reads only the named properties, which may be plain URLs', () => {
    const output = {
      model_glb: file('https://a/1.glb'),
      thumbnail: file('https://a/2.png'),
      audio_url: 'https://a/3.wav',
    };
    expect(addressesIn(output, ['model_glb'], isAddress)).toEqual(['https://a/1.glb']);
    expect(addressesIn(output, ['audio_url'], isAddress)).toEqual(['https://a/3.wav']);
    expect(addressesIn(output, ['absent'], isAddress)).toEqual([]);
  });

  it.each([
    [null],
    [[]],
    ['https://a/1.png'],
    [{ image: { url: 'not an address' } }],
    [{ image: { url: 5 } }],
  ])('finds none in %j', (output) => expect(addressesIn(output, null, isAddress)).toEqual([]));
});

describe('isBlackedOut', () => {
  it('is true only when every picture is blacked out', () => {
    expect(isBlackedOut({ has_nsfw_concepts: [true] })).toBe(true);
    expect(isBlackedOut({ has_nsfw_concepts: [true, false] })).toBe(false);
    expect(isBlackedOut({ has_nsfw_concepts: [] })).toBe(false);
    expect(isBlackedOut({ images: [] })).toBe(false);
  });
});

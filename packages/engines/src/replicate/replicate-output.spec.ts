import { addressesIn } from './replicate-output.js';

const isAddress = (text: string) => text.startsWith('https:');

describe('addressesIn', () => {
  it.each([
    ['https://a/1.png', ['https://a/1.png']],
    [
      ['https://a/1.png', 'https://a/2.png'],
      ['https://a/1.png', 'https://a/2.png'],
    ],
    [
      { video: 'https://a/1.mp4', seed: 7, frames: [{ url: 'https://a/2.png' }] },
      ['https://a/1.mp4', 'https://a/2.png'],
    ],
    ['a caption', []],
    [null, []],
    [7, []],
  ])('finds them in %j', (output, expected) =>
    expect(addressesIn(output, null, isAddress)).toEqual(expected),
  );

  it('searches only the named properties, at any depth', () => {
    const output = {
      mesh: { glb: ['https://a/1.glb'] },
      preview: 'https://a/2.png',
      mesh_video: 'https://a/3.mp4',
    };
    expect(addressesIn(output, ['mesh'], isAddress)).toEqual(['https://a/1.glb']);
    expect(addressesIn([output], ['mesh', 'preview'], isAddress)).toEqual([
      'https://a/1.glb',
      'https://a/2.png',
    ]);
  });

  it('accepts an output without named properties', () => {
    expect(addressesIn('https://a/1.glb', ['mesh'], isAddress)).toEqual(['https://a/1.glb']);
    expect(addressesIn(['https://a/1.glb'], ['mesh'], isAddress)).toEqual(['https://a/1.glb']);
  });
});

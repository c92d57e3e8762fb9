import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import { AUDIO_FORMATS, encodeAudio } from './encode.js';
import { CEILING, fade, limit, type Pcm, peak, raiseLoudness, removeDc, rms, silence } from './pcm.js';

function chord(lengthSeconds: number): Pcm {
  const pcm = silence(lengthSeconds);
  for (let i = 0; i < pcm.left.length; i++) {
    pcm.left[i] = 0.4 * Math.sin(i * 0.05) + 0.2 * Math.sin(i * 0.31);
    pcm.right[i] = 0.4 * Math.sin(i * 0.063);
  }
  return pcm;
}

async function probe(bytes: Uint8Array) {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
  const track = (await input.getPrimaryAudioTrack())!;
  return {
    seconds: await track.computeDuration(),
    rate: await track.getSampleRate(),
    channels: await track.getNumberOfChannels(),
  };
}

describe('encodeAudio', () => {
  it.each(AUDIO_FORMATS)(
    'writes %s that lasts as long as the sound and says that it is procedural',
    async (format) => {
      const { bytes, contentType } = await encodeAudio(chord(2.5), format, 'Blåbær och regn');
      expect(contentType).toBe({ mp3: 'audio/mpeg', ogg: 'audio/ogg', wav: 'audio/wav' }[format]);
      const found = await probe(bytes);
      expect(Math.abs(found.seconds - 2.5)).toBeLessThanOrEqual(0.05);
      expect(found).toMatchObject({ rate: 44_100, channels: 2 });
      const head = Buffer.from(bytes.subarray(0, 1024)).toString('utf8');
      expect(head).toContain('procedural');
      expect(head).toContain('Blåbær och regn');
    },
  );

  it.each(AUDIO_FORMATS)('writes the same %s twice for the same sound', async (format) => {
    const [one, two] = await Promise.all([
      encodeAudio(chord(1), format, 'x'),
      encodeAudio(chord(1), format, 'x'),
    ]);
    expect(Buffer.compare(one.bytes, two.bytes)).toBe(0);
  });

  it.each(AUDIO_FORMATS)('stores %s of one channel as mono', async (format) => {
    const { left } = chord(1);
    const { bytes } = await encodeAudio({ sampleRate: 44_100, left, right: left }, format, 'mono');
    expect(await probe(bytes)).toMatchObject({ channels: 1 });
  });

  it('keeps an Ogg file valid when the description needs more than one page', async () => {
    const { bytes } = await encodeAudio(chord(1), 'ogg', 'é'.repeat(5000));
    expect(Math.abs((await probe(bytes)).seconds - 1)).toBeLessThan(0.05);
  });

  it('makes MP3 players skip exactly the samples that the encoder added', async () => {
    const pcm = chord(1.234);
    const file = Buffer.from((await encodeAudio(pcm, 'mp3', 'x')).bytes);
    const tag = file.indexOf('Info');
    const gaps = file.readUIntBE(tag + 120 + 21, 3);
    expect(file.readUInt32BE(tag + 8) * 1152 - (gaps >> 12) - (gaps & 4095)).toBe(pcm.left.length);
  });
});

describe('pcm', () => {
  it('limits every sample to the ceiling', () => {
    const pcm = chord(1);
    for (let i = 0; i < pcm.left.length; i += 3001) pcm.left[i] = 9;
    limit(pcm);
    expect(peak(pcm)).toBeLessThanOrEqual(CEILING + 1e-6);
  });

  it('brings sound to the requested loudness, without offset, and starts and ends at zero', () => {
    const pcm = chord(2);
    for (let i = 0; i < pcm.left.length; i++) pcm.left[i]! += 0.3;
    removeDc(pcm);
    raiseLoudness(pcm, -15);
    fade(pcm, 0.005, 0.01);
    expect(20 * Math.log10(rms(pcm))).toBeCloseTo(-15, 0);
    expect(Math.abs(pcm.left.reduce((sum, value) => sum + value, 0) / pcm.left.length)).toBeLessThan(0.005);
    expect(Math.abs(pcm.left[0]!)).toBe(0);
    expect(Math.abs(pcm.left[pcm.left.length - 1]!)).toBe(0);
  });
});

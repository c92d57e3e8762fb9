import { readPrompt, SCENE_FAMILIES } from './prompt-reading.js';
import { PALETTE_ROLES } from './schemes.js';

describe('reading a prompt', () => {
  it.each([
    ['Snowy mountains at dawn', 'landscape', 'dawn', 'snow'],
    ['waves crashing on rocky shores during a thunderstorm', 'sea', 'storm', 'storm'],
    ['a neon cyberpunk street in the rain at night', 'city', 'night', 'rain'],
    ['misty redwood forests in the morning', 'forest', 'dawn', 'fog'],
    ['a wizard exploring a distant galaxy full of planets and nebulae', 'space', undefined, undefined],
    ['portrait of an old woman, golden hour', 'portrait', 'golden', undefined],
    ['still life with pears and a ceramic vase', 'still-life', undefined, undefined],
    ['abstract geometric shapes', 'abstract', undefined, undefined],
    ['camels crossing sand dunes at sunset', 'desert', 'golden', undefined],
    ['a field of lavender', 'meadow', undefined, undefined],
  ])('reads "%s" as %s', (prompt, family, light, weather) => {
    const found = readPrompt(prompt, 'seed');
    expect(found.family).toBe(family);
    if (light) expect(found.light).toBe(light);
    if (weather) expect(found.weather).toBe(weather);
    expect(found.isUnderstood).toBe(true);
  });

  it('recognises plurals and two-word phrases', () => {
    expect(readPrompt('foxes and cherries', 's').details).toEqual(expect.arrayContaining(['fox', 'cherry']));
    expect(readPrompt('northern lights over fjords', 's').details).toEqual(
      expect.arrayContaining(['aurora', 'lake']),
    );
  });

  it('assigns a colour to the noun after it', () => {
    expect(readPrompt('a red vase on a blue table', 's').colourOf).toEqual({
      vase: '#c8372d',
      table: '#3a6fc4',
    });
  });

  it('reads golden hour as a light, not as a colour', () => {
    expect(readPrompt('golden hour in the mountains', 's').namedColours).toEqual([]);
  });

  it('ignores words after "no" and "without"', () => {
    expect(readPrompt('a lake without boats', 's').details).not.toContain('boat');
  });

  it('chooses by the seed when no word is known, deterministically', () => {
    const found = readPrompt('qwxz plonk', 'one');
    expect(SCENE_FAMILIES).toContain(found.family);
    expect(found.isUnderstood).toBe(false);
    expect(readPrompt('qwxz plonk', 'one')).toEqual(found);
    const families = new Set(
      Array.from({ length: 40 }, (_, i) => readPrompt('qwxz plonk', `seed ${i}`).family),
    );
    expect(families.size).toBeGreaterThan(5);
  });

  it('reads an empty prompt and a prompt in another script', () => {
    for (const prompt of ['', '   ', '富士山', '🙂🙂'])
      expect(readPrompt(prompt, 's').palette).toHaveLength(PALETTE_ROLES.length);
  });

  it('always returns a valid colour per palette role', () => {
    for (const prompt of [
      'blue abstract',
      'calm sea',
      'tense night city in fog',
      'pink and green dreamy forest',
    ]) {
      for (const colour of readPrompt(prompt, 's').palette) expect(colour).toMatch(/^#[0-9a-f]{6}$/);
    }
  });

  it('applies colour words to the palette', () => {
    const hueOf = (prompt: string): number[] => {
      const hex = readPrompt(prompt, 'same').palette[1]!;
      return [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16));
    };
    const [red] = [hueOf('red abstract')];
    expect(red[0]!).toBeGreaterThan(red[2]!);
    const blue = hueOf('blue abstract');
    expect(blue[2]!).toBeGreaterThan(blue[0]!);
  });
});

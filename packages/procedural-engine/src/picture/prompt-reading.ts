/**
 * Reads scene, light, weather, mood and colours from the words of a prompt. Pure and deterministic. Pictures, videos and
 * solids of the built-in engine all use it, so that a prompt looks the same in every medium. It looks words up in
 * `lexicon.ts`; the only grammar is "no ..." / "without ..." and a colour word before a noun.
 */
import { type Random, random } from '../random.js';
import {
  COLOUR_WORDS,
  DETAIL_WORDS,
  FAMILY_WORDS,
  LIGHT_WORDS,
  MOOD_WORDS,
  SCENE_FAMILIES,
  type SceneFamily,
  type SceneLight,
  type SceneMood,
  type SceneWeather,
  WEATHER_WORDS,
} from './lexicon.js';
import { schemeFor } from './schemes.js';

export { SCENE_FAMILIES };
export type { SceneFamily };

export interface PromptReading {
  family: SceneFamily;
  /** The family with the second highest score, which a painter may use ("portrait ... forest"). */
  second?: SceneFamily;
  light: SceneLight;
  /** Eight '#rrggbb' colours in the order of PALETTE_ROLES (schemes.ts): zenith, sky, horizon, glow, haze, ground, shadow, accent. */
  palette: string[];
  /** '#rrggbb' of the colour words in the prompt, in their order. */
  namedColours: string[];
  /** Noun -> '#rrggbb' of the colour word before it ("red vase" -> { vase: '#c8372d' }). */
  colourOf: Record<string, string>;
  mood: SceneMood;
  weather: SceneWeather;
  /** Details in the prompt (keys of DETAIL_WORDS), in the order of their first mention. */
  details: string[];
  /** False when no word names a family and the seed chose it. */
  isUnderstood: boolean;
}

/** @param seed chooses what the words do not name. */
export function readPrompt(prompt: string, seed: string): PromptReading {
  const words = wordsOf(prompt);
  const choose = random(`${seed}/${prompt}/reading`);
  const families = ranked(words, FAMILY_INDEX);
  const family = families[0] ?? choose.pick(SCENE_FAMILIES);
  const details = detailsOf(words);
  const weather =
    ranked(words, WEATHER_INDEX)[0] ?? choose.fork('weather').pick(['clear', 'clouds'] as const);
  const light = ranked(words, LIGHT_INDEX)[0] ?? usualLight(family, weather, choose.fork('light'));
  const mood = ranked(words, MOOD_INDEX)[0] ?? choose.fork('mood').pick(USUAL_MOODS[light]);
  const { namedColours, colourOf } = coloursOf(words);
  const palette = schemeFor({ family, light, mood, weather, namedColours, colourOf }, choose.fork('palette'));
  return {
    family,
    ...(families[1] ? { second: families[1] } : {}),
    light,
    palette,
    namedColours,
    colourOf,
    mood,
    weather,
    details,
    isUnderstood: families.length > 0,
  };
}

/** Moods that fit a light when no word names one. */
const USUAL_MOODS: Record<SceneLight, readonly SceneMood[]> = {
  dawn: ['calm', 'romantic', 'dreamy'],
  day: ['joyful', 'calm', 'epic'],
  golden: ['romantic', 'epic', 'calm'],
  dusk: ['dreamy', 'melancholy', 'calm'],
  night: ['mysterious', 'calm', 'dreamy'],
  storm: ['tense', 'epic', 'melancholy'],
};

function usualLight(family: SceneFamily, weather: SceneWeather, choose: Random): SceneLight {
  if (weather === 'storm') return 'storm';
  if (weather === 'rain') return choose.pick(['storm', 'dusk'] as const);
  if (family === 'city') return choose.pick(['golden', 'dusk', 'night', 'night'] as const);
  if (family === 'space') return 'night';
  if (family === 'still-life') return choose.pick(['day', 'golden', 'dawn'] as const);
  return choose.pick(['dawn', 'day', 'day', 'golden', 'golden', 'dusk'] as const);
}

type Index<T extends string> = Map<string, { key: T; weight: number }[]>;

function indexed<T extends string>(entries: Iterable<readonly [T, number, string]>): Index<T> {
  const index: Index<T> = new Map();
  for (const [key, weight, list] of entries) {
    for (const word of list.split(' ')) index.set(word, [...(index.get(word) ?? []), { key, weight }]);
  }
  return index;
}

function flat<T extends string>(table: Readonly<Record<T, string>>): Index<T> {
  return indexed((Object.entries(table) as [T, string][]).map(([key, list]) => [key, 1, list] as const));
}

const FAMILY_INDEX = indexed(
  SCENE_FAMILIES.flatMap((family) =>
    FAMILY_WORDS[family].map(([weight, list]) => [family, weight, list] as const),
  ),
);
const LIGHT_INDEX = flat(LIGHT_WORDS);
const WEATHER_INDEX = flat(WEATHER_WORDS);
const MOOD_INDEX = flat(MOOD_WORDS);
const DETAIL_INDEX = flat(DETAIL_WORDS);

/** Returns lower-case words without accents; drops "no" and "without" with the word after them. */
function wordsOf(prompt: string): string[] {
  const all = prompt
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const kept: string[] = [];
  for (let i = 0; i < all.length; i++) {
    if (all[i] === 'no' || all[i] === 'without') i++;
    else kept.push(all[i]!);
  }
  return kept;
}

/** Returns the forms of a word to look up: itself, then its likely singulars. */
function formsOf(word: string): string[] {
  const forms = [word];
  if (word.length < 4 || !word.endsWith('s')) return forms;
  if (word.endsWith('ves')) forms.push(`${word.slice(0, -3)}f`);
  if (word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`);
  if (/(s|x|z|ch|sh|o)es$/.test(word)) forms.push(word.slice(0, -2));
  forms.push(word.slice(0, -1));
  return forms;
}

/** Looks position `i` up as a phrase of three or two words, then as one word. */
function lookUp<T>(
  words: readonly string[],
  i: number,
  table: { get(word: string): T | undefined },
): T | undefined {
  for (const length of [3, 2]) {
    const phrase = words.slice(i, i + length);
    if (phrase.length < length) continue;
    const last = phrase.pop()!;
    for (const form of formsOf(last)) {
      const found = table.get([...phrase, form].join('-'));
      if (found) return found;
    }
  }
  for (const form of formsOf(words[i]!)) {
    const found = table.get(form);
    if (found) return found;
  }
  return undefined;
}

/** Returns keys by falling score; earlier words count a little more, because prompts name their subject first. */
function ranked<T extends string>(words: readonly string[], index: Index<T>): T[] {
  const scores = new Map<T, number>();
  words.forEach((_, i) => {
    for (const { key, weight } of lookUp(words, i, index) ?? []) {
      scores.set(key, (scores.get(key) ?? 0) + weight * (1 + 0.6 / (1 + i * 0.35)));
    }
  });
  return [...scores].sort((a, b) => b[1] - a[1]).map(([key]) => key);
}

function detailsOf(words: readonly string[]): string[] {
  const found = new Set<string>();
  words.forEach((_, i) => {
    for (const { key } of lookUp(words, i, DETAIL_INDEX) ?? []) found.add(key);
  });
  return [...found];
}

const COLOUR_TABLE = new Map(Object.entries(COLOUR_WORDS));

function coloursOf(words: readonly string[]): Pick<PromptReading, 'namedColours' | 'colourOf'> {
  const named = new Set<string>();
  const colourOf: Record<string, string> = {};
  words.forEach((word, i) => {
    const colour = COLOUR_TABLE.get(word);
    // "golden hour" and "lavender field" are a light and plants, not colours of a thing.
    if (!colour || isPhrase(words, i) || (word === 'neon' && words.length > 1)) return;
    named.add(colour);
    const noun = words[i + 1];
    if (noun && !COLOUR_TABLE.has(noun)) colourOf[formsOf(noun).at(-1)!] = colour;
  });
  return { namedColours: [...named], colourOf };
}

function isPhrase(words: readonly string[], i: number): boolean {
  const pair = words.slice(i, i + 2).join('-');
  return LIGHT_INDEX.has(pair) || FAMILY_INDEX.has(pair);
}

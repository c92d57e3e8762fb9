/**
 * Reads musical decisions from the words of a prompt, by a word list; chooses the others at random.
 *
 * Explicit words ("in D minor", "120 bpm", "3/4", "with flute", "no drums") take precedence, then the genre, then the mood.
 */
import type { Random } from '../random.js';
import { type Genre, GENRES, type InstrumentName } from './genres.js';
import type { Key, Mode } from './theory.js';

export interface Style {
  genre: Genre;
  key: Key;
  /** Requested quarter notes per minute; the composition changes it a little to end on time. */
  beatsPerMinute: number;
  /** Quarter notes in a bar; 3 for both 3/4 and 6/8. */
  beatsPerBar: number;
  /** -1 (dark, calm) to 1 (bright, driving): loudness, register and how full the parts are. */
  energy: number;
  players: Record<keyof Genre['players'], InstrumentName>;
  withDrums: boolean;
}

interface Mood {
  words: RegExp;
  modes?: readonly Mode[];
  tempo: number;
  energy: number;
}

// prettier-ignore
const MOODS: readonly Mood[] = [
  { words: /\b(happy|joy|cheer|sunny|fun|playful|celebrat|birthday|upbeat|bright)/, modes: ['ionian', 'mixolydian'], tempo: 1.06, energy: 0.4 },
  { words: /\b(sad|melanchol|lonely|grief|sorrow|tear|farewell|rain|nostalg)/, modes: ['aeolian', 'harmonic minor'], tempo: 0.86, energy: -0.4 },
  { words: /\b(dark|horror|scary|creepy|evil|haunt|ghost|sinister|nightmare|doom)/, modes: ['phrygian', 'harmonic minor', 'aeolian'], tempo: 0.9, energy: -0.1 },
  { words: /\b(calm|peace|gentle|soft|slow|quiet|tender|lullaby|sleep|serene|relax)/, tempo: 0.86, energy: -0.5 },
  { words: /\b(energetic|fast|intense|driving|power|aggressive|action|chase|exciting|furious|storm)/, tempo: 1.1, energy: 0.6 },
  { words: /\b(myster|magic|mystic|secret|enchant|fairy|wonder|strange|alien|desert)/, modes: ['lydian', 'dorian', 'phrygian'], tempo: 0.95, energy: -0.1 },
  { words: /\b(romantic|love|dream|sunset|warm|golden|sunrise|dawn)/, modes: ['ionian', 'lydian'], tempo: 0.92, energy: -0.1 },
  { words: /\b(tense|suspense|danger|thriller|anxious|pursuit)/, modes: ['phrygian', 'harmonic minor'], tempo: 1.04, energy: 0.2 },
  { words: /\b(heroic|epic|triumph|victor|majestic|glor|inspir|hope|uplift)/, tempo: 1.02, energy: 0.5 },
  { words: /\b(night|moon|midnight|stars?|space|deep)/, modes: ['dorian', 'aeolian', 'lydian'], tempo: 0.94, energy: -0.2 },
];

const ASKED_INSTRUMENTS: readonly [RegExp, keyof Genre['players'], InstrumentName][] = [
  [/\b(electric piano|rhodes)/, 'comp', 'electric piano'],
  [/\bpiano/, 'melody', 'piano'],
  [/\b(violin|cello|fiddle|viola)/, 'melody', 'solo strings'],
  [/\bstrings?\b/, 'pad', 'strings'],
  [/\b(choir|vocal|voices|chant)/, 'pad', 'choir'],
  [/\b(flute|whistle|ocarina|pan ?pipe)/, 'melody', 'flute'],
  [/\b(clarinet|oboe|woodwind)/, 'melody', 'clarinet'],
  [/\bsax/, 'melody', 'saxophone'],
  [/\btrumpet/, 'melody', 'trumpet'],
  [/\b(brass|horns?|trombone)\b/, 'melody', 'brass'],
  [/\borgan/, 'comp', 'organ'],
  [/\bharpsichord/, 'melody', 'harpsichord'],
  [/\bharp\b/, 'arpeggio', 'harp'],
  [/\bmusic box/, 'melody', 'music box'],
  [/\b(bells?|chimes?|glockenspiel|celesta)\b/, 'melody', 'bells'],
  [/\b(marimba|xylophone|vibraphone|kalimba|steel drum)/, 'melody', 'marimba'],
  [/\b(electric|distorted|overdriven) guitar/, 'comp', 'electric guitar'],
  [/\b(acoustic guitar|guitar|ukulele|lute)/, 'arpeggio', 'guitar'],
  [/\b(synth lead|lead synth|supersaw)/, 'melody', 'saw lead'],
  [/\b(pads?|synth)\b/, 'pad', 'pad'],
  [/\b(upright|double) bass/, 'bass', 'upright bass'],
  [/\b(808|sub) ?bass/, 'bass', 'sub bass'],
];

const NOTE_NAMES: Record<string, number> = { c: 0, d: 2, e: 4, f: 5, g: 7, a: 9, b: 11 };

/** Returns the key in the words, such as "F# minor" or "e dorian"; "a minor" counts only after "in" or with a capital. */
function namedKey(prompt: string): Partial<Key> & { minor?: boolean } {
  // prettier-ignore
  const match =
    /\b(?:in|key of)\s+([A-Ga-g])(?:\s?(#|♯|sharp\b|b\b|♭|flat\b))?(?:\s+(major|minor|dorian|phrygian|lydian|mixolydian|aeolian|ionian))?\b/.exec(prompt) ??
    /\b([A-G])(?:\s?(#|♯|sharp|b|♭|flat))?\s+(major|minor|dorian|phrygian|lydian|mixolydian|aeolian|ionian)\b/.exec(prompt);
  const word = match?.[3] ?? /\b(dorian|phrygian|lydian|mixolydian)\b/i.exec(prompt)?.[1]?.toLowerCase();
  const named = word === 'major' ? 'ionian' : word === 'minor' ? 'aeolian' : (word as Mode | undefined);
  // "in a minor key" names a mode; "in a quiet forest" names no key.
  if (!match || (/^a$/.test(match[1]!) && (!match[3] || /\ba (minor|major) key/i.test(prompt)))) {
    const loose = /\b(minor|major)\b/i.exec(prompt)?.[1]?.toLowerCase();
    return { mode: named ?? (loose === 'major' ? 'ionian' : loose === 'minor' ? 'aeolian' : undefined) };
  }
  const accidental = !match[2] ? 0 : /#|♯|sharp/.test(match[2]) ? 1 : -1;
  return { tonic: (NOTE_NAMES[match[1]!.toLowerCase()]! + accidental + 12) % 12, mode: named };
}

function namedTempo(words: string): number | undefined {
  const asked = Number(/\b(\d{2,3})\s?(?:bpm|beats per minute)/.exec(words)?.[1]);
  return asked >= 40 && asked <= 220 ? asked : undefined;
}

function namedMetre(words: string): number | undefined {
  const metre = /\b([2-7])\/(4|8)\b/.exec(words);
  if (metre) return Math.max(2, (Number(metre[1]) * 4) / Number(metre[2]));
  return /\b(waltz|triple time)\b/.test(words) ? 3 : undefined;
}

function genreOf(words: string, random: Random): Genre {
  const hits = GENRES.map((genre) => ({ genre, at: words.search(genre.words) })).filter(({ at }) => at >= 0);
  // A genre's name has precedence over other words ("lofi beat for a rainy forest"), then the first word.
  const named = hits.find(({ genre }) => words.replaceAll('-', '').includes(genre.name));
  if (named) return named.genre;
  hits.sort((one, other) => one.at - other.at);
  const open = GENRES.filter((genre) => ['ambient', 'classical', 'pop', 'folk', 'lofi'].includes(genre.name));
  return hits[0]?.genre ?? random.pick(open);
}

/** @param prompt the caller's words, as written. */
export function readStyle(prompt: string, random: Random): Style {
  const words = prompt.toLowerCase();
  const genre = genreOf(words, random);
  const moods = MOODS.filter((mood) => mood.words.test(words));
  const named = namedKey(prompt);
  const moodModes = moods.find((mood) => mood.modes)?.modes;
  const shared = moodModes?.filter((mode) => genre.modes.includes(mode));
  const mode = named.mode ?? random.pick(shared?.length ? shared : (moodModes ?? genre.modes));
  const bend = moods.reduce((product, mood) => product * mood.tempo, 1);
  const tempo = random.between(...genre.tempo) * Math.max(0.75, Math.min(1.25, bend));
  const players = Object.fromEntries(
    Object.entries(genre.players).map(([part, choices]) => [part, random.pick(choices)]),
  ) as Style['players'];
  let rest = words;
  for (const [asked, part, instrument] of ASKED_INSTRUMENTS) {
    if (!asked.test(rest)) continue;
    players[part] = instrument;
    rest = rest.replace(asked, ' ');
  }
  return {
    genre,
    key: { tonic: named.tonic ?? random.integer(0, 11), mode },
    beatsPerMinute: namedTempo(words) ?? Math.round(tempo),
    beatsPerBar: namedMetre(words) ?? genre.beatsPerBar,
    energy: Math.max(
      -1,
      Math.min(
        1,
        moods.reduce((sum, mood) => sum + mood.energy, 0),
      ),
    ),
    players,
    withDrums: !/\b(no|without|minus) (drums?|percussion|beats?)\b|\bdrumless\b/.test(words),
  };
}

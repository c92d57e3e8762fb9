/**
 * The genres: tempo, metre, mode, rhythm and instrument of each part. Data only.
 */
import type { Mode } from './theory.js';
import { ADDED_NINTH, SEVENTH, TRIAD } from './theory.js';

export const INSTRUMENTS = [
  'piano',
  'electric piano',
  'organ',
  'harpsichord',
  'strings',
  'solo strings',
  'pizzicato',
  'choir',
  'pad',
  'glass pad',
  'flute',
  'clarinet',
  'brass',
  'trumpet',
  'saxophone',
  'guitar',
  'electric guitar',
  'harp',
  'bells',
  'music box',
  'marimba',
  'saw lead',
  'square lead',
  'pulse',
  'chip triangle',
  'pluck',
  'sub bass',
  'synth bass',
  'upright bass',
  'electric bass',
] as const;
export type InstrumentName = (typeof INSTRUMENTS)[number];

export type BassPattern =
  | 'held'
  | 'root fifth'
  | 'eighths'
  | 'walking'
  | 'waltz'
  | 'offbeat'
  | 'sixteenths'
  | 'syncopated';
export type ArpeggioPattern = 'none' | 'slow' | 'eighths up' | 'alberti' | 'sixteenths' | 'sixteenths leap';
export type CompPattern =
  | 'none'
  | 'held'
  | 'strum'
  | 'oom-pah'
  | 'stabs'
  | 'swing stabs'
  | 'power eighths'
  | 'ostinato';
// prettier-ignore
export type DrumPattern =
  | 'none' | 'soft' | 'lofi' | 'techno' | 'house' | 'synthwave' | 'waltz' | 'epic' | 'jazz' | 'chip' | 'rock' | 'folk'
  | 'hiphop' | 'drum and bass' | 'march';

export interface Genre {
  name: string;
  words: RegExp;
  /** Quarter notes per minute, lowest and highest. */
  tempo: readonly [number, number];
  /** Quarter notes in a bar: 4, 3 and so on. */
  beatsPerBar: number;
  modes: readonly Mode[];
  /** Scale steps of the notes in a chord. */
  chordSteps: readonly number[];
  /** Position of the second eighth within a beat; 0.5 is straight. */
  swing: number;
  /** Seconds by which a note may be early or late. */
  looseness: number;
  bass: BassPattern;
  arpeggio: ArpeggioPattern;
  comp: CompPattern;
  drums: DrumPattern;
  /** Melody notes per bar, 0 (sparse) to 1 (busy). */
  activity: number;
  players: {
    melody: readonly InstrumentName[];
    pad: readonly InstrumentName[];
    bass: readonly InstrumentName[];
    arpeggio: readonly InstrumentName[];
    comp: readonly InstrumentName[];
  };
  mix: { reverb: number; echo: number; pump: number; roomSeconds: number };
}

const MIX = {
  dry: { reverb: 0.12, echo: 0.04, pump: 0, roomSeconds: 0.9 },
  room: { reverb: 0.22, echo: 0.06, pump: 0, roomSeconds: 1.4 },
  hall: { reverb: 0.36, echo: 0.08, pump: 0, roomSeconds: 2.8 },
  vast: { reverb: 0.55, echo: 0.25, pump: 0, roomSeconds: 4.5 },
  club: { reverb: 0.2, echo: 0.22, pump: 0.55, roomSeconds: 1.6 },
} as const;

// prettier-ignore
export const GENRES: readonly Genre[] = [
  {
    name: 'ambient', words: /\b(ambient|drone|meditat|atmospher|sleep|relax|spa\b|space|cosmic|ethereal|floating|underwater|nebula|galax)/,
    tempo: [60, 76], beatsPerBar: 4, modes: ['lydian', 'ionian', 'dorian', 'aeolian'], chordSteps: ADDED_NINTH,
    swing: 0.5, looseness: 0.02, bass: 'held', arpeggio: 'slow', comp: 'none', drums: 'none', activity: 0.1,
    players: { melody: ['bells', 'glass pad', 'flute', 'electric piano'], pad: ['pad', 'glass pad', 'choir'], bass: ['sub bass'], arpeggio: ['bells', 'harp', 'pluck'], comp: ['pad'] },
    mix: MIX.vast,
  },
  {
    name: 'lofi', words: /\b(lo-?fi|chill|study|coffee|cafe|café|mellow|cozy|cosy)/,
    tempo: [72, 86], beatsPerBar: 4, modes: ['dorian', 'ionian', 'aeolian'], chordSteps: SEVENTH,
    swing: 0.6, looseness: 0.014, bass: 'syncopated', arpeggio: 'none', comp: 'stabs', drums: 'lofi', activity: 0.35,
    players: { melody: ['guitar', 'electric piano', 'flute', 'music box'], pad: ['pad'], bass: ['electric bass', 'upright bass'], arpeggio: ['guitar'], comp: ['electric piano', 'piano'] },
    mix: { ...MIX.room, pump: 0.2 },
  },
  {
    name: 'techno', words: /\b(techno|trance|edm|rave|club|industrial|electronic|electro|cyber|robot|futuristic)/,
    tempo: [126, 138], beatsPerBar: 4, modes: ['aeolian', 'phrygian', 'dorian'], chordSteps: TRIAD,
    swing: 0.5, looseness: 0, bass: 'offbeat', arpeggio: 'sixteenths leap', comp: 'stabs', drums: 'techno', activity: 0.4,
    players: { melody: ['saw lead', 'pluck', 'square lead'], pad: ['pad'], bass: ['synth bass'], arpeggio: ['pluck', 'synth bass'], comp: ['pluck'] },
    mix: MIX.club,
  },
  {
    name: 'house', words: /\b(house|disco|dance|funk|party|groov|tropical|summer|beach)/,
    tempo: [116, 125], beatsPerBar: 4, modes: ['dorian', 'ionian', 'mixolydian'], chordSteps: SEVENTH,
    swing: 0.53, looseness: 0.003, bass: 'offbeat', arpeggio: 'eighths up', comp: 'stabs', drums: 'house', activity: 0.5,
    players: { melody: ['pluck', 'saw lead', 'marimba'], pad: ['pad', 'strings'], bass: ['synth bass', 'electric bass'], arpeggio: ['pluck', 'marimba'], comp: ['electric piano', 'piano', 'organ'] },
    mix: MIX.club,
  },
  {
    name: 'synthwave', words: /\b(synth-?wave|retro ?wave|outrun|80s|eighties|neon|vapor|night ?drive|arcade city|synth)/,
    tempo: [88, 112], beatsPerBar: 4, modes: ['aeolian', 'dorian'], chordSteps: TRIAD,
    swing: 0.5, looseness: 0, bass: 'sixteenths', arpeggio: 'sixteenths', comp: 'none', drums: 'synthwave', activity: 0.4,
    players: { melody: ['saw lead', 'square lead'], pad: ['pad', 'strings'], bass: ['synth bass'], arpeggio: ['pluck', 'pulse'], comp: ['pad'] },
    mix: { reverb: 0.3, echo: 0.2, pump: 0.3, roomSeconds: 2.2 },
  },
  {
    name: 'waltz', words: /\b(waltz|ballroom|carousel|carnival|circus|vienn|fairground|music box)/,
    tempo: [138, 168], beatsPerBar: 3, modes: ['ionian', 'harmonic minor'], chordSteps: TRIAD,
    swing: 0.5, looseness: 0.008, bass: 'waltz', arpeggio: 'none', comp: 'oom-pah', drums: 'waltz', activity: 0.5,
    players: { melody: ['solo strings', 'flute', 'clarinet', 'piano'], pad: ['strings'], bass: ['upright bass'], arpeggio: ['harp'], comp: ['pizzicato', 'piano', 'harp'] },
    mix: MIX.hall,
  },
  {
    name: 'epic', words: /\b(epic|cinematic|heroic|trailer|battle|war\b|orchestr|dragon|adventur|victor|triumph|legend|warrior|majestic|storm|army|medieval|viking|castle|knight)/,
    tempo: [92, 118], beatsPerBar: 4, modes: ['aeolian', 'aeolian', 'dorian', 'harmonic minor'], chordSteps: TRIAD,
    swing: 0.5, looseness: 0.006, bass: 'eighths', arpeggio: 'none', comp: 'ostinato', drums: 'epic', activity: 0.25,
    players: { melody: ['brass', 'trumpet', 'solo strings', 'choir'], pad: ['strings', 'choir'], bass: ['strings', 'upright bass'], arpeggio: ['harp'], comp: ['strings', 'pizzicato'] },
    mix: MIX.hall,
  },
  {
    name: 'jazz', words: /\b(jazz|swing|bebop|noir|smok[ey]|saxophone|sax\b|bossa|lounge|blues?)\b/,
    tempo: [104, 138], beatsPerBar: 4, modes: ['ionian', 'dorian', 'mixolydian'], chordSteps: SEVENTH,
    swing: 0.65, looseness: 0.012, bass: 'walking', arpeggio: 'none', comp: 'swing stabs', drums: 'jazz', activity: 0.6,
    players: { melody: ['saxophone', 'trumpet', 'piano', 'clarinet'], pad: ['strings'], bass: ['upright bass'], arpeggio: ['piano'], comp: ['piano', 'electric piano', 'guitar'] },
    mix: MIX.room,
  },
  {
    name: 'chiptune', words: /\b(chip-?tune|8-?bit|16-?bit|video ?game|arcade|pixel|nintendo|game ?boy|platformer|retro)/,
    tempo: [128, 156], beatsPerBar: 4, modes: ['ionian', 'mixolydian', 'aeolian'], chordSteps: TRIAD,
    swing: 0.5, looseness: 0, bass: 'eighths', arpeggio: 'sixteenths', comp: 'none', drums: 'chip', activity: 0.75,
    players: { melody: ['square lead'], pad: ['pulse'], bass: ['chip triangle'], arpeggio: ['pulse'], comp: ['pulse'] },
    mix: { reverb: 0.03, echo: 0.16, pump: 0, roomSeconds: 0.6 },
  },
  {
    name: 'rock', words: /\b(rock|metal|punk|grunge|guitar riff|electric guitar|energetic band|skate|racing|race\b|motor)/,
    tempo: [112, 144], beatsPerBar: 4, modes: ['aeolian', 'mixolydian', 'dorian'], chordSteps: TRIAD,
    swing: 0.5, looseness: 0.005, bass: 'eighths', arpeggio: 'none', comp: 'power eighths', drums: 'rock', activity: 0.5,
    players: { melody: ['electric guitar', 'organ'], pad: ['organ'], bass: ['electric bass'], arpeggio: ['guitar'], comp: ['electric guitar'] },
    mix: MIX.room,
  },
  {
    name: 'folk', words: /\b(folk|acoustic|country|campfire|celtic|irish|tavern|guitar|ukulele|banjo|forest|meadow|village|farm|mountain|nature|autumn|spring\b)/,
    tempo: [88, 112], beatsPerBar: 4, modes: ['ionian', 'mixolydian', 'dorian'], chordSteps: TRIAD,
    swing: 0.5, looseness: 0.01, bass: 'root fifth', arpeggio: 'eighths up', comp: 'strum', drums: 'folk', activity: 0.5,
    players: { melody: ['flute', 'solo strings', 'guitar', 'clarinet'], pad: ['strings'], bass: ['upright bass'], arpeggio: ['guitar', 'harp'], comp: ['guitar'] },
    mix: MIX.room,
  },
  {
    name: 'classical', words: /\b(classical|piano|sonata|baroque|chamber|ballet|nocturne|elegant|harpsichord|quartet|violin|cello|romantic|snow|rain|winter|wedding|lullaby)/,
    tempo: [72, 104], beatsPerBar: 4, modes: ['ionian', 'aeolian', 'harmonic minor'], chordSteps: TRIAD,
    swing: 0.5, looseness: 0.012, bass: 'held', arpeggio: 'alberti', comp: 'none', drums: 'none', activity: 0.45,
    players: { melody: ['piano', 'solo strings', 'flute'], pad: ['strings'], bass: ['piano', 'upright bass'], arpeggio: ['piano', 'harp'], comp: ['piano'] },
    mix: MIX.hall,
  },
  {
    name: 'hip hop', words: /\b(hip ?hop|trap|rap\b|boom ?bap|beat ?tape|gangster|urban|street)/,
    tempo: [82, 96], beatsPerBar: 4, modes: ['aeolian', 'phrygian', 'harmonic minor'], chordSteps: SEVENTH,
    swing: 0.56, looseness: 0.006, bass: 'syncopated', arpeggio: 'none', comp: 'held', drums: 'hiphop', activity: 0.4,
    players: { melody: ['bells', 'pluck', 'piano', 'flute'], pad: ['strings', 'choir'], bass: ['sub bass'], arpeggio: ['pluck'], comp: ['electric piano', 'piano'] },
    mix: { ...MIX.room, pump: 0.25 },
  },
  {
    name: 'drum and bass', words: /\b(drum (and|&|n) bass|dnb|jungle beat|breakbeat|break ?core|chase)/,
    tempo: [166, 176], beatsPerBar: 4, modes: ['aeolian', 'dorian'], chordSteps: SEVENTH,
    swing: 0.5, looseness: 0, bass: 'syncopated', arpeggio: 'eighths up', comp: 'held', drums: 'drum and bass', activity: 0.3,
    players: { melody: ['pluck', 'saw lead', 'electric piano'], pad: ['pad'], bass: ['synth bass', 'sub bass'], arpeggio: ['pluck'], comp: ['electric piano'] },
    mix: MIX.club,
  },
  {
    name: 'march', words: /\b(march|parade|military|anthem|brass band|fanfare)/,
    tempo: [108, 120], beatsPerBar: 4, modes: ['ionian', 'mixolydian'], chordSteps: TRIAD,
    swing: 0.5, looseness: 0.005, bass: 'root fifth', arpeggio: 'none', comp: 'oom-pah', drums: 'march', activity: 0.55,
    players: { melody: ['trumpet', 'brass', 'flute'], pad: ['brass'], bass: ['brass', 'upright bass'], arpeggio: ['harp'], comp: ['brass', 'pizzicato'] },
    mix: MIX.hall,
  },
  {
    name: 'pop', words: /\b(pop|catchy|upbeat|happy|jingle|advert|corporate|ukulele|cheerful|playful|bright)/,
    tempo: [96, 122], beatsPerBar: 4, modes: ['ionian', 'ionian', 'mixolydian', 'aeolian'], chordSteps: TRIAD,
    swing: 0.5, looseness: 0.006, bass: 'syncopated', arpeggio: 'eighths up', comp: 'held', drums: 'rock', activity: 0.55,
    players: { melody: ['pluck', 'marimba', 'piano', 'saw lead'], pad: ['pad', 'strings'], bass: ['electric bass', 'synth bass'], arpeggio: ['pluck', 'guitar', 'marimba'], comp: ['piano', 'electric piano'] },
    mix: { ...MIX.room, echo: 0.12, pump: 0.15 },
  },
];

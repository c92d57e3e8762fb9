/** The instruments, as settings of the three voices. Data only; the levels make them equally loud. */
import type { InstrumentName } from './genres.js';
import type { BarVoice, StringVoice, Voice } from './voices.js';
import type { WaveVoice } from './wave-voice.js';

function wave(settings: Partial<WaveVoice>): WaveVoice {
  // prettier-ignore
  return {
    kind: 'wave', bright: 'saw', dark: 'warm', darken: Infinity, attack: 0.01, decay: 0.4, sustain: 0.7, release: 0.15,
    copies: 1, detune: 0, width: 0, level: 1, ...settings,
  };
}

const string = (settings: Partial<StringVoice>): StringVoice => ({
  kind: 'string',
  brightness: 0.6,
  ring: 3,
  release: 0.25,
  level: 1,
  ...settings,
});

const bar = (partials: BarVoice['partials'], level: number, release = 2): BarVoice => ({
  kind: 'bar',
  partials,
  release,
  level,
});

const SLOW_VIBRATO = { cents: 9, hertz: 5.2, delay: 0.25 };

// prettier-ignore
export const VOICES: Record<InstrumentName, Voice> = {
  piano: wave({ bright: 'struck', dark: 'struck dark', darken: 0.35, attack: 0.003, decay: 1.5, sustain: 0, release: 0.35, copies: 2, detune: 1.2, width: 0.25, noise: { level: 0.25, seconds: 0.012 } }),
  'electric piano': wave({ bright: 'hollow', dark: 'sine', darken: 0.25, attack: 0.004, decay: 1.6, sustain: 0.05, release: 0.25, copies: 2, detune: 2.5, width: 0.5, vibrato: { cents: 4, hertz: 4.6, delay: 0 } }),
  organ: wave({ bright: 'organ', dark: 'organ', attack: 0.012, sustain: 1, release: 0.08, copies: 2, detune: 4, width: 0.4, vibrato: { cents: 6, hertz: 6.3, delay: 0.1 }, level: 0.6 }),
  harpsichord: wave({ bright: 'plucked', dark: 'plucked', darken: 0.8, attack: 0.002, decay: 0.8, sustain: 0, release: 0.12, copies: 2, detune: 1.5, width: 0.3, noise: { level: 0.2, seconds: 0.008 } }),
  strings: wave({ bright: 'bowed', dark: 'soft', darken: Infinity, attack: 0.16, decay: 0.8, sustain: 0.85, release: 0.45, copies: 3, detune: 9, width: 0.8, vibrato: { cents: 5, hertz: 5.1, delay: 0.3 }, level: 0.8 }),
  'solo strings': wave({ bright: 'bowed', dark: 'bowed', attack: 0.07, decay: 0.5, sustain: 0.85, release: 0.18, vibrato: { cents: 16, hertz: 5.6, delay: 0.2 }, noise: { level: 0.03, seconds: Infinity }, level: 0.8 }),
  pizzicato: string({ brightness: 0.25, ring: 0.7, release: 0.3, level: 4.2 }),
  choir: wave({ bright: 'voice', dark: 'voice', attack: 0.22, sustain: 0.9, release: 0.5, copies: 3, detune: 11, width: 0.8, vibrato: SLOW_VIBRATO, noise: { level: 0.02, seconds: Infinity }, level: 0.8 }),
  pad: wave({ bright: 'soft', dark: 'warm', darken: 2.5, attack: 0.35, decay: 2, sustain: 0.8, release: 0.9, copies: 3, detune: 10, width: 0.9, level: 0.75 }),
  'glass pad': wave({ bright: 'flute', dark: 'sine', darken: 3, attack: 0.4, sustain: 0.85, release: 1.2, copies: 3, detune: 6, width: 0.9, vibrato: { cents: 5, hertz: 3.1, delay: 0.5 }, level: 0.9 }),
  flute: wave({ bright: 'flute', dark: 'sine', attack: 0.05, sustain: 0.85, release: 0.12, vibrato: { cents: 12, hertz: 5, delay: 0.25 }, noise: { level: 0.06, seconds: Infinity }, level: 0.8 }),
  clarinet: wave({ bright: 'hollow', dark: 'hollow', attack: 0.035, sustain: 0.9, release: 0.1, vibrato: { cents: 5, hertz: 4.8, delay: 0.4 }, noise: { level: 0.02, seconds: Infinity }, level: 0.75 }),
  brass: wave({ bright: 'brass', dark: 'warm', darken: 0.9, attack: 0.06, decay: 0.6, sustain: 0.8, release: 0.16, copies: 3, detune: 7, width: 0.6, vibrato: { cents: 5, hertz: 5, delay: 0.4 }, level: 0.85 }),
  trumpet: wave({ bright: 'brass', dark: 'brass', attack: 0.03, decay: 0.3, sustain: 0.8, release: 0.1, vibrato: { cents: 8, hertz: 5.4, delay: 0.35 }, level: 0.75 }),
  saxophone: wave({ bright: 'reed', dark: 'soft', darken: 1.2, attack: 0.03, decay: 0.4, sustain: 0.8, release: 0.11, vibrato: { cents: 14, hertz: 5, delay: 0.22 }, noise: { level: 0.05, seconds: Infinity }, level: 0.75 }),
  guitar: string({ brightness: 0.62, ring: 2.4, release: 0.35, level: 3.4 }),
  'electric guitar': wave({ bright: 'plucked', dark: 'soft', darken: 1.2, attack: 0.004, decay: 2.2, sustain: 0.35, release: 0.12, copies: 2, detune: 5, width: 0.9, vibrato: { cents: 7, hertz: 5.3, delay: 0.35 }, drive: 3.5, level: 0.6 }),
  harp: string({ brightness: 0.45, ring: 3.6, release: 1.2, level: 3.3 }),
  bells: bar([[1, 1, 1.3], [2.01, 0.5, 0.9], [3.01, 0.25, 0.5], [4.17, 0.22, 0.35], [5.43, 0.13, 0.2]], 0.8, 2.5),
  'music box': bar([[1, 1, 0.7], [3.93, 0.35, 0.25], [6.8, 0.15, 0.1]], 0.95, 1.5),
  marimba: bar([[1, 1, 0.32], [3.98, 0.3, 0.09], [9.2, 0.1, 0.03]], 1.3, 0.8),
  'saw lead': wave({ bright: 'saw', dark: 'soft', darken: 0.5, attack: 0.012, decay: 0.4, sustain: 0.75, release: 0.14, copies: 3, detune: 9, width: 0.5, vibrato: { cents: 8, hertz: 5.5, delay: 0.3 }, level: 0.75 }),
  'square lead': wave({ bright: 'square', dark: 'square', attack: 0.003, decay: 0.15, sustain: 0.7, release: 0.04, vibrato: { cents: 12, hertz: 6, delay: 0.25 }, level: 0.85 }),
  pulse: wave({ bright: 'quarter', dark: 'quarter', attack: 0.003, decay: 0.12, sustain: 0.55, release: 0.03, level: 0.85 }),
  'chip triangle': wave({ bright: 'triangle', dark: 'triangle', attack: 0.003, sustain: 1, release: 0.02, level: 0.75 }),
  pluck: wave({ bright: 'saw', dark: 'warm', darken: 0.09, attack: 0.003, decay: 0.32, sustain: 0, release: 0.15, copies: 2, detune: 7, width: 0.6, level: 1.1 }),
  'sub bass': wave({ bright: 'triangle', dark: 'sine', darken: 0.6, attack: 0.015, sustain: 0.95, release: 0.12, level: 0.95 }),
  'synth bass': wave({ bright: 'saw', dark: 'warm', darken: 0.14, attack: 0.004, decay: 0.5, sustain: 0.6, release: 0.06, copies: 2, detune: 5, width: 0.12, level: 0.9 }),
  'upright bass': wave({ bright: 'struck', dark: 'struck dark', darken: 0.1, attack: 0.006, decay: 0.7, sustain: 0.1, release: 0.12, noise: { level: 0.15, seconds: 0.015 }, level: 1 }),
  'electric bass': wave({ bright: 'plucked', dark: 'warm', darken: 0.18, attack: 0.005, decay: 0.9, sustain: 0.3, release: 0.09, noise: { level: 0.1, seconds: 0.008 }, level: 0.95 }),
};

/**
 * Plans the sections of a piece and their lengths in bars. Pure.
 *
 * The song form A A' B A is scaled to the number of bars (below nine: A B A', A A' or A alone). Remaining bars become an
 * introduction, then more B A rounds, then an outro before the ending; the ending holds the final chord.
 */

export type SectionName = 'intro' | 'A' | "A'" | 'B' | 'outro' | 'ending';

export interface Section {
  name: SectionName;
  firstBar: number;
  bars: number;
  /** 0–1: decides which parts play. */
  intensity: number;
}

const INTENSITY: Record<SectionName, number> = {
  intro: 0.3,
  A: 0.65,
  "A'": 0.8,
  B: 0.75,
  outro: 0.5,
  ending: 0.6,
};

export interface Fit {
  /** The ending counts as one bar, whatever its length. */
  bars: number;
  beatsPerMinute: number;
  /** Length of the final chord in quarter notes, to the end of the time. */
  endingBeats: number;
}

/**
 * Returns the number of bars that fill the time exactly. The tempo stays and the final chord fills the rest, 0.75 to 1.75
 * bars; a piece of four bars or fewer changes its tempo instead.
 */
export function fitBars(seconds: number, beatsPerMinute: number, beatsPerBar: number): Fit {
  const beats = (seconds * beatsPerMinute) / 60;
  const wholeBars = beats / beatsPerBar;
  if (wholeBars < 5) {
    const bars = Math.max(2, Math.round(wholeBars));
    return { bars, beatsPerMinute: (bars * beatsPerBar * 60) / seconds, endingBeats: beatsPerBar };
  }
  const body = Math.floor(wholeBars - 0.75);
  return { bars: body + 1, beatsPerMinute, endingBeats: beats - body * beatsPerBar };
}

/** Returns names and lengths of the sections before the ending. */
function outline(body: number): [SectionName, number][] {
  if (body < 4) return [['A', body]];
  if (body < 8) {
    const short: [SectionName, number][] =
      body < 6
        ? [
            ['A', 2],
            ["A'", 2],
          ]
        : [
            ['A', 2],
            ['B', 2],
            ["A'", 2],
          ];
    return body % 2 === 1 ? [['intro', 1], ...short] : short;
  }
  const phrase = [8, 4, 2].find((bars) => bars * 4 <= body)!;
  let rest = body - phrase * 4;
  const intro = Math.min(rest, phrase);
  rest -= intro;
  const parts: [SectionName, number][] = [
    ['A', phrase],
    ["A'", phrase],
    ['B', phrase],
    ['A', phrase],
  ];
  for (; rest >= phrase * 2; rest -= phrase * 2) parts.push(['B', phrase], ["A'", phrase]);
  if (rest >= phrase) {
    parts.splice(2, 0, ['B', phrase]);
    rest -= phrase;
  }
  if (intro > 0) parts.unshift(['intro', intro]);
  if (rest > 0) parts.push(['outro', rest]);
  return parts;
}

/** @param bars at least 2; the sections' bars add up to exactly this. */
export function planForm(bars: number): Section[] {
  const parts: [SectionName, number][] = [...outline(bars - 1), ['ending', 1]];
  const lastA = parts.findLastIndex(([name]) => name === 'A' || name === "A'");
  let firstBar = 0;
  return parts.map(([name, length], index) => {
    const section = {
      name,
      firstBar,
      bars: length,
      intensity: index === lastA && bars > 5 ? 1 : INTENSITY[name],
    };
    firstBar += length;
    return section;
  });
}

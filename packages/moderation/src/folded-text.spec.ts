import { foldText, isBoundary } from './folded-text.js';

it.each([
  ['case', 'BoMb', 'bomb'],
  ['full width', 'ｂｏｍｂ', 'bomb'],
  ['mathematical letters', '𝓫𝓸𝓶𝓫', 'bomb'],
  ['zero-width and soft hyphens', 'b\u200bo\u00adm\u2060b', 'bomb'],
  ['strokes through letters', 'b\u0336o\u0336m\u0336b\u0336', 'bomb'],
  ['decomposed accents', 'bo\u0308se', 'böse'],
  ['a grapheme joiner before an accent', 'bo\u034f\u0308se', 'böse'],
  ['sharp s', 'Straße', 'strasse'],
  ['final sigma', 'ΛΌΓΟΣ', 'λόγοσ'],
  ['Turkish i', 'İIıi', 'iiii'],
  ['ligatures', 'ﬁre', 'fire'],
  ['punctuation and lines', '  make_a-bomb,\n\tnow! ', 'make a bomb now'],
  ['half-width Katakana', 'ﾃﾛ', 'テロ'],
  ['Arabic vowels', 'قُنْبُلَة', 'قنبلة'],
  ['spaces in Chinese', '炸 \n 弹', '炸弹'],
  ['marks that are letters of their script', 'บ้าน किताब', 'บ้าน किताब'],
])('%s: %p reads as %p', (_, text, folded) => {
  expect(foldText(text)).toBe(folded);
  // So that a word of a list equals itself in a text.
  expect(foldText(folded)).toBe(folded);
});

it.each([
  ['bombs', 4, false],
  ['bomb 1', 4, true],
  ['爆弾魔', 2, true],
  ['a弾', 1, true],
  ['テロリスト', 2, false],
  ['自爆テロ', 2, true],
  ['บ้าน', 3, true],
  ['𝔛y', 0, true],
  ['𐐀𐐁', 2, false],
])('%p at %i: a boundary is %p', (folded, index, expected) => {
  expect(isBoundary(folded, index)).toBe(expected);
});

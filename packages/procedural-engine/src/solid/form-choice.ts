/**
 * Chooses the form for a prompt by its words. The first word that names a form decides ("a vase on a table" is a vase); for
 * a prompt that names none, the seed chooses one of a few neutral forms.
 */
import { readPrompt } from '../picture/prompt-reading.js';
import { random as seeded } from '../random.js';
import { fromHex } from './colour.js';
import type { Detail, Form, FormContext } from './form.js';
import { DETAILS } from './form.js';
import { castle, house, tower } from './forms/buildings.form.js';
import { city } from './forms/city.form.js';
import { knot, shell, torus } from './forms/curves.form.js';
import { crystal, gem } from './forms/minerals.form.js';
import { chair, rocket, table } from './forms/objects.form.js';
import { asteroid, planet } from './forms/planet.form.js';
import { mushroom, pine, tree } from './forms/plants.form.js';
import { terrain } from './forms/terrain.form.js';
import { vessel } from './forms/turned.form.js';
import { SpaceNoise } from './noise.js';

/** Form -> the words that name it. */
export const FORMS: Record<string, { form: Form; words: string }> = {
  terrain: {
    form: terrain,
    words: 'terrain landscape mountain peak hill valley cliff canyon volcano island islet dune desert alp',
  },
  planet: {
    form: planet,
    words: 'planet world moon earth mars jupiter saturn neptune uranus venus mercury globe exoplanet',
  },
  asteroid: { form: asteroid, words: 'asteroid meteor meteorite comet rock boulder stone pebble' },
  vase: { form: vessel('vase'), words: 'vase pot pottery jug jar pitcher ceramic' },
  urn: { form: vessel('urn'), words: 'urn amphora trophy' },
  bottle: { form: vessel('bottle'), words: 'bottle flask potion carafe decanter' },
  bowl: { form: vessel('bowl'), words: 'bowl basin dish' },
  goblet: { form: vessel('goblet'), words: 'goblet chalice wineglass glass grail' },
  cup: { form: vessel('cup'), words: 'cup mug beaker tumbler' },
  plate: { form: vessel('plate'), words: 'plate saucer platter' },
  tree: { form: tree, words: 'tree oak maple willow sakura bonsai apple-tree birch cherry' },
  pine: { form: pine, words: 'pine fir spruce conifer christmas cedar' },
  mushroom: { form: mushroom, words: 'mushroom toadstool fungus' },
  crystal: { form: crystal, words: 'crystal quartz amethyst mineral geode shard' },
  gem: { form: gem, words: 'gem diamond jewel ruby sapphire emerald gemstone brilliant' },
  city: { form: city, words: 'city block town skyline downtown metropolis skyscraper street' },
  tower: { form: tower, words: 'tower turret lighthouse keep spire' },
  castle: { form: castle, words: 'castle fortress palace citadel fort' },
  house: { form: house, words: 'house cottage cabin hut home barn farmhouse lodge' },
  chair: { form: chair, words: 'chair stool seat armchair throne' },
  table: { form: table, words: 'table desk bench' },
  rocket: { form: rocket, words: 'rocket spaceship spacecraft missile starship shuttle' },
  shell: { form: shell, words: 'shell seashell snail spiral conch nautilus ammonite' },
  torus: { form: torus, words: 'torus donut doughnut ring' },
  knot: { form: knot, words: 'knot abstract sculpture trefoil geometric art statue' },
};

/** Forms for prompts without a known word. */
const UNNAMED = ['knot', 'knot', 'shell', 'crystal', 'vase', 'planet'] as const;

/** Words that decide only if no other word does: "rock", for example, is an object alone but a material before a noun. */
const WEAK_WORDS = new Set(
  'stone rock glass ceramic world earth block art ring cherry street desert landscape seat geometric'.split(
    ' ',
  ),
);

export interface ChosenForm {
  name: string;
  form: Form;
  /** False when the seed had to choose. */
  isUnderstood: boolean;
}

export function chooseForm(words: readonly string[], seed: string): ChosenForm {
  const named = (weak: boolean) => {
    for (const word of words) {
      if (WEAK_WORDS.has(word) !== weak) continue;
      const found = Object.entries(FORMS).find(([, entry]) => entry.words.split(' ').includes(word));
      if (found) return found[0];
    }
    return undefined;
  };
  const name = named(false) ?? named(true);
  const chosen = name ?? seeded(`${seed}/form`).pick(UNNAMED);
  return { name: chosen, form: FORMS[chosen]!.form, isUnderstood: name !== undefined };
}

/** Returns the lower-case words in their order, each also without a plural ending. */
export function wordsOf(prompt: string): string[] {
  const plain = prompt.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).flatMap((word) => {
    if (word.length < 4 || !word.endsWith('s') || word.endsWith('ss')) return word ? [word] : [];
    const stems = [word, word.slice(0, -1)];
    if (/(ches|shes|xes|oes)$/.test(word)) stems.push(word.slice(0, -2));
    if (word.endsWith('ies')) stems.push(`${word.slice(0, -3)}y`);
    return stems;
  });
}

export function contextOf(
  prompt: string,
  words: readonly string[],
  seed: string,
  detail: Detail,
): FormContext {
  const reading = readPrompt(prompt, seed);
  const random = seeded(`${seed}/solid`);
  const owned = new Set(Object.values(reading.colourOf));
  return {
    random,
    noise: new SpaceNoise(random.fork('noise')),
    words: new Set(words),
    by: (...numbers) => numbers[DETAILS.indexOf(detail)]!,
    colour(nouns, usual, order) {
      const owner = nouns.split(' ').find((noun) => reading.colourOf[noun]);
      if (owner) return fromHex(reading.colourOf[owner]!);
      // A colour before the name of another object belongs to that object; the others are used in their order.
      const free = reading.namedColours.filter(
        (colour) => !owned.has(colour) || reading.namedColours.length === 1,
      );
      const pool = free.length > 0 ? free : reading.namedColours;
      return order !== undefined && pool[order] ? fromHex(pool[order]) : usual;
    },
  };
}

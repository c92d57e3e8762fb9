/** What is wrong with aliases beside a catalogue. Pure. */
import type { CatalogueModel } from 'offprint';
import type { Alias } from './alias.js';
import { DOES, serves, type Use, USES } from './use.js';
import { fitsVoice } from './voice.js';

/** Returns a sentence for every alias of no model, of one that cannot be used so, with a voice of no model, or with the name of one. */
export function problemsWith(
  aliases: Readonly<Record<string, Alias>>,
  models: ReadonlyMap<string, CatalogueModel>,
): string[] {
  return Object.entries(aliases).flatMap(([name, alias]) => [
    ...problemsOfModels(name, alias, models),
    ...problemsOfVoices(name, alias, models),
    ...(models.has(name) ? [`${name} is the key of a model`] : []),
  ]);
}

type Models = ReadonlyMap<string, CatalogueModel>;

function problemsOfModels(name: string, { voices: _, drop: __, ...keys }: Alias, models: Models): string[] {
  return Object.entries(keys).flatMap(([use, key]) => {
    const model = models.get(key);
    if (!model) return [`${name} is an alias of ${key}, which is no model of the catalogue`];
    if (use !== 'model')
      return serves(model, use as Use)
        ? []
        : [`${name}@${use} is ${key}, which does not ${DOES[use as Use]}`];
    return USES.some((one) => serves(model, one))
      ? []
      : [`${name} is an alias of ${key}, which none of these routes serves`];
  });
}

function problemsOfVoices(name: string, { voices, speech, model }: Alias, models: Models): string[] {
  if (voices === undefined) return [];
  const key = speech ?? model;
  if (key === undefined) return [`${name} has voices, and no model for speech`];
  const speaker = models.get(key);
  // A model that the catalogue does not have is named already.
  if (!speaker) return [];
  if (!serves(speaker, 'speech'))
    return speech === undefined ? [`${name} has voices, and ${key} does not ${DOES.speech}`] : [];
  const unknown = new Set(Object.values(voices).filter((voice) => !fitsVoice(speaker, voice)));
  return [...unknown].map((voice) => `${name}: ${key} has no voice ${voice}`);
}

import { Injectable } from '@nestjs/common';
import { ExtensionFacts } from 'offprint';
import { type AliasedUse, FrontModels } from './front-models.js';

/** What each alias stands for, for administrators: a row for each use. */
@Injectable()
export class AliasFacts extends ExtensionFacts {
  override readonly title = 'OpenAI routes: aliases';
  override readonly columns = ['Name', 'Use', 'Model', 'Voices', 'Left out', 'If none is named', 'On offer'];

  constructor(private readonly models: FrontModels) {
    super();
  }

  override rows(): string[][] {
    return this.models.listAliases().map(toRow);
  }
}

function toRow({ name, use, alias, modelKey, isDefault, isOffered }: AliasedUse): string[] {
  const { voices = {}, drop = [] } = alias;
  const pairs = Object.entries(voices).map(([asked, voice]) => `${asked}=${voice}`);
  return [
    name,
    use,
    modelKey,
    use === 'speech' ? pairs.join(', ') : '',
    drop.join(', '),
    isDefault ? 'yes' : '',
    isOffered ? 'yes' : 'no',
  ];
}

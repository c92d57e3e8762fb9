import { Field } from '../platform/http/index.js';
import { shownTo } from './entry-fields.dto.js';
import { valuesOf } from './entry-fields.js';
import { type Pack, PACK_FIELDS, type ShownPack } from './packs.js';

class PriceBody {
  @Field.integer('In minor units of the currency, taxes included.', { example: 1000 })
  amount!: number;
  @Field('ISO 4217.', { example: 'EUR' })
  currency!: string;
}

const { enabled: _enabled, ...TERMS } = PACK_FIELDS;

export class PackItem extends shownTo<Omit<ShownPack, 'enabled'>>('shown', TERMS, PriceBody) {}

export const toPackItem = (pack: Pack): PackItem => valuesOf<PackItem>(TERMS, pack);

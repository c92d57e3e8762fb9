import { bodyOf, Field, listBodyOf } from '../../platform/http/index.js';
import { shownTo } from '../entry-fields.dto.js';
import { PACK_FIELDS, type ShownPack } from '../packs.js';
import { changesOf, LiveEntry } from './live-entry.dto.js';

export class UpdatePackDto extends changesOf(PACK_FIELDS) {}

export class CataloguePackPrice {
  @Field.integer({ example: 1000 }) amount!: number;
  @Field({ example: 'EUR' }) currency!: string;
}

const AdminPack = shownTo<LiveEntry & ShownPack>('admin', PACK_FIELDS, CataloguePackPrice, LiveEntry);
export class AdminCataloguePack extends AdminPack {}

export class AdminCataloguePackBody extends bodyOf(AdminCataloguePack) {}

export class AdminCataloguePacksBody extends listBodyOf(AdminCataloguePack, 'In the order of the file.') {}

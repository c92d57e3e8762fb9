import { ApiProperty } from '../../platform/http/index.js';
import { MONEY } from '../catalogue.schema.js';
import { FieldOfFiles, GRANTED_CREDITS, LiveEntry, ReasonDto, Title } from './live-entry.dto.js';

/** Body of PATCH /api/admin/catalogue/packs/:id. */
export class UpdatePackDto extends ReasonDto {
  @FieldOfFiles({ type: 'boolean', example: true, description: 'False: not for sale.' })
  enabled?: unknown;
  @Title()
  title?: unknown;
  @FieldOfFiles({ type: 'string', nullable: true, maxLength: 2000, example: 'What it is.' })
  description?: unknown;
  @FieldOfFiles({ ...GRANTED_CREDITS, description: 'More than 0, at most 3 decimals.', example: 1000 })
  credits?: unknown;
  @FieldOfFiles({
    ...MONEY,
    description: 'Taxes included, in minor units. Orders that were made keep theirs.',
    example: { amount: 1000, currency: 'EUR' },
  })
  price?: unknown;
  @FieldOfFiles({
    type: 'integer',
    nullable: true,
    minimum: 1,
    maximum: 36_500,
    example: 365,
    description:
      'The credits expire so many days after they have arrived. Orders that were made keep theirs. Null: never.',
  })
  expiresInDays?: unknown;
}

export class CataloguePackPrice {
  @ApiProperty({ type: 'integer', example: 1000 })
  amount!: number;
  @ApiProperty({ example: 'EUR' })
  currency!: string;
}

/** A pack of the catalogue, as administrators see it. */
export class AdminCataloguePack extends LiveEntry {
  @ApiProperty({ example: 'small' })
  id!: string;
  @ApiProperty({ type: 'string', nullable: true })
  description!: string | null;
  @ApiProperty()
  credits!: number;
  @ApiProperty({ type: CataloguePackPrice })
  price!: CataloguePackPrice;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Days. Null: its credits never expire.' })
  expiresInDays!: number | null;
}

export class AdminCataloguePackBody extends AdminCataloguePack {
  @ApiProperty({ enum: [true] })
  success!: true;
}

export class AdminCataloguePacksBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ type: [AdminCataloguePack], description: 'In the order of the file.' })
  items!: AdminCataloguePack[];
}

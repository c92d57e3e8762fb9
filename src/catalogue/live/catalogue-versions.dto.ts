/** Versions of the entries of the catalogue. */
import { IsInt, Max, Min } from 'class-validator';
import { ApiProperty, ApiPropertyOptional } from '../../platform/http/index.js';
import { ReasonDto } from './live-entry.dto.js';

/** The largest integer of PostgreSQL. */
const MAX_VERSION = 2 ** 31 - 1;

/** Body of POST …/restore. */
export class RestoreVersionDto extends ReasonDto {
  @ApiProperty({
    type: 'integer',
    minimum: 1,
    maximum: MAX_VERSION,
    description: '1 is what the files say.',
    example: 1,
  })
  @IsInt()
  @Min(1)
  @Max(MAX_VERSION)
  version!: number;
}

export class CatalogueActor {
  @ApiProperty({ example: 'admin' })
  kind!: string;
  @ApiProperty({ type: 'string', nullable: true, description: 'Public id.' })
  id!: string | null;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The email of a user, or the name of an operator key, as it is now.',
    example: 'ada@example.com',
  })
  name!: string | null;
}

/** A version of a model, a plan or a pack. */
export class CatalogueVersion {
  @ApiProperty({ type: 'integer', description: 'Without gaps. 1 is what the files say.' })
  version!: number;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, description: 'Null for version 1.' })
  createdAt!: string | null;
  @ApiProperty({ type: CatalogueActor, nullable: true, description: 'Null for version 1.' })
  actor!: CatalogueActor | null;
  @ApiProperty({ type: 'string', nullable: true })
  reason!: string | null;
  @ApiProperty({ type: 'string', nullable: true, description: '`X-Request-Id` of the request.' })
  requestId!: string | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The version whose settings these are again.',
  })
  restored!: number | null;
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'The fields that it has set.' })
  change!: object;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'All fields that replace those of the files. Null: the field is not there.',
  })
  settings!: object;
  @ApiPropertyOptional({
    type: 'string',
    nullable: true,
    description: 'Of a model: the version of its price with these settings.',
  })
  priceVersion?: string | null;
}

export class CatalogueVersionPageBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ type: [CatalogueVersion] })
  items!: CatalogueVersion[];
  @ApiProperty({ type: 'string', nullable: true })
  nextCursor!: string | null;
}

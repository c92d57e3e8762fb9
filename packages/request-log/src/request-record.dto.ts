import { IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { apiDecorators, PageQuery, QueryInstant, QueryInteger } from 'offprint';

const { ApiProperty, ApiPropertyOptional } = apiDecorators;

const STATUS_RULE = 'status must be a whole number between 100 and 599';

export class RequestsQuery extends PageQuery {
  @ApiPropertyOptional({ maxLength: 100, description: 'The key that called.' })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  keyId?: string;

  @ApiPropertyOptional({ type: 'integer', minimum: 100, maximum: 599 })
  @IsOptional()
  @QueryInteger()
  @IsInt({ message: STATUS_RULE })
  @Min(100, { message: STATUS_RULE })
  @Max(599, { message: STATUS_RULE })
  status?: number;

  @QueryInstant('Arrived at or after.')
  from?: string;

  @QueryInstant('Arrived before.')
  to?: string;
}

export class RequestRecord {
  @ApiProperty({ format: 'date-time', description: 'When it arrived.' })
  at!: string;
  @ApiProperty({ example: 'key_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f' })
  keyId!: string;
  @ApiProperty({ example: 'GET' })
  method!: string;
  @ApiProperty({
    example: '/api/generate/status/:predictionId',
    description: 'The template of the route, never the path of the request.',
  })
  route!: string;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Null: the caller disconnected before the end of the response.',
  })
  status!: number | null;
  @ApiProperty({ type: 'string', nullable: true, description: 'Code of the error.' })
  code!: string | null;
  @ApiProperty({ type: 'integer', description: 'Milliseconds from the request to the end of its response.' })
  ms!: number;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The prediction that it started, or that its path names.',
  })
  predictionId!: string | null;
  @ApiProperty({
    type: 'integer',
    minimum: 1,
    description:
      'Requests that this entry stands for: itself, and those of the same key, method, route and status of about a second that were too many for entries of their own.',
  })
  count!: number;
}

export class RequestsPageBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ type: [RequestRecord] })
  items!: RequestRecord[];
  @ApiProperty({ type: 'string', nullable: true })
  nextCursor!: string | null;
}

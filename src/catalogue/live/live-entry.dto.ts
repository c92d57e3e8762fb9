/** What models, plans and packs of the catalogue have alike: what a change sets, and what is shown. */
import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { Allow, IsString, Length, ValidateIf } from 'class-validator';
import { ApiProperty, ApiPropertyOptional } from '../../platform/http/index.js';

/** Allows omission but not `null`. */
const Omittable = () => ValidateIf((_body, value) => value !== undefined);

/** A field whose rule is that of the catalogue's files. @param options `required` lists fields of an object. */
export const FieldOfFiles = (options: Parameters<typeof ApiProperty>[0] & object) =>
  applyDecorators(
    Array.isArray(options.required)
      ? ApiProperty({ ...options, selfRequired: false } as typeof options)
      : ApiPropertyOptional(options),
    Allow(),
  );

export const Title = () => FieldOfFiles({ type: 'string', minLength: 1, maxLength: 120, example: 'A title' });

/** Describes a rule of the files. `multipleOf` is left out: 0.001 is inexact in floating point. */
export const ruleOfFiles = <Rule>(rule: Rule): Rule =>
  JSON.parse(
    JSON.stringify(rule, (keyword, value: unknown) => (keyword === 'multipleOf' ? undefined : value)),
  ) as Rule;

/** Credits that are sold or given: more than none, at most 3 decimals. */
export const GRANTED_CREDITS = { type: 'number' as const, minimum: 0.001, maximum: 1_000_000_000 };

/** A value of a field of an entry: any JSON value. A union of its types does not compile in generated Java clients. */
const ANYTHING = { allOf: [{}] };

/** What every change has. */
export class ReasonDto {
  @ApiPropertyOptional({
    minLength: 1,
    maxLength: 500,
    example: 'The engine costs more',
    description: 'Why; kept with the version. Nothing personal.',
  })
  @Transform(({ value }) => (typeof value === 'string' ? value.trim() : (value as unknown)))
  @Omittable()
  @IsString()
  @Length(1, 500)
  reason?: string;
}

/** A field that was changed live, and what the files say. */
export class CatalogueDifference {
  @ApiProperty({ example: 'pricing' })
  field!: string;
  @ApiProperty({ ...ANYTHING, description: 'What the files say; null: nothing.', example: { base: 1 } })
  file!: unknown;
  @ApiProperty({ ...ANYTHING, description: 'What holds; null: nothing.', example: { base: 2 } })
  live!: unknown;
}

/** What every entry shows. */
export class LiveEntry {
  @ApiProperty({ type: 'integer', description: '1: as in the files.' })
  version!: number;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, description: 'Of this version.' })
  changedAt!: string | null;
  @ApiProperty({
    type: [CatalogueDifference],
    description: 'What was changed live and is not so in the files.',
  })
  differences!: CatalogueDifference[];
  @ApiProperty({
    type: 'string',
    nullable: true,
    description:
      'Why the settings of this version are not in force: the files no longer allow them. Null: they are.',
  })
  problem!: string | null;
  @ApiProperty()
  enabled!: boolean;
  @ApiProperty()
  title!: string;
}

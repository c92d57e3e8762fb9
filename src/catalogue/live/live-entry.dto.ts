/** Models, plans and packs of the catalogue have these alike. */
import { applyDecorators, type Type } from '@nestjs/common';
import { Allow, IsString, Length } from 'class-validator';
import {
  ApiProperty,
  Field,
  type FieldOptions,
  NullableField,
  Omittable,
  OptionalField,
  Trimmed,
} from '../../platform/http/index.js';
import type { EntryField, EntryFields } from '../entry-fields.js';

/** The catalogue's files have the same rule. @param rule `required` lists fields of an object. */
export const FieldOfFiles = (rule: { required?: readonly string[]; type: string }, more: FieldOptions) =>
  applyDecorators(
    ApiProperty({
      ...rule,
      ...more,
      ...(rule.required ? { selfRequired: false } : { required: false }),
    } as object),
    Allow(),
  );

/** `multipleOf` is left out: 0.001 is inexact in floating point. */
export const ruleOfFiles = <Rule>(rule: Rule): Rule =>
  JSON.parse(
    JSON.stringify(rule, (keyword, value: unknown) => (keyword === 'multipleOf' ? undefined : value)),
  ) as Rule;

/** A union of all JSON types does not compile in generated Java clients. */
const ANYTHING = { allOf: [{}] };

export class ReasonDto {
  @OptionalField({
    minLength: 1,
    maxLength: 500,
    example: 'The engine costs more',
    description: 'Why; kept with the version. Nothing personal.',
  })
  @Trimmed()
  @Omittable()
  @IsString()
  @Length(1, 500)
  reason?: string;
}

/** Returns the class of a request that changes the fields of this table; `enabled` is described first. */
export function changesOf({ enabled, ...others }: EntryFields & { enabled: EntryField }): Type<ReasonDto> {
  class Changes extends ReasonDto {}
  for (const [name, { rule, described = rule, missing, change }] of Object.entries({ enabled, ...others })) {
    const nullable = missing === undefined ? undefined : true;
    if (change) FieldOfFiles(described, { nullable, ...change })(Changes.prototype, name);
  }
  return Changes;
}

export class CatalogueDifference {
  @Field({ example: 'pricing' }) field!: string;
  @Field({ ...ANYTHING, description: 'What the files say; null: nothing.', example: { base: 1 } })
  file!: unknown;
  @Field({ ...ANYTHING, description: 'What holds; null: nothing.', example: { base: 2 } })
  live!: unknown;
}

export class LiveEntry {
  @Field.integer('1: as in the files.')
  version!: number;
  @NullableField.instant('Of this version.')
  changedAt!: string | null;
  @Field.list(CatalogueDifference, 'What was changed live and is not so in the files.')
  differences!: CatalogueDifference[];
  @NullableField.text(
    'Why the settings of this version are not in force: the files no longer allow them. Null: they are.',
  )
  problem!: string | null;
  @Field() enabled!: boolean;
  @Field() title!: string;
}

import { Transform } from 'class-transformer';
import { IsNumber, IsOptional, Max, Min, ValidateBy, type ValidationOptions } from 'class-validator';
import { Field, OptionalField, OptionalInput } from '../../platform/http/index.js';

export const MAX_WAIT_SECONDS = 60;
const WAIT_RULE = `wait must be a number between 0 and ${MAX_WAIT_SECONDS}`;

const QuerySeconds = () =>
  Transform(({ value }): unknown =>
    typeof value === 'string' && /^\d{1,3}(\.\d{1,20})?$/.test(value) ? Number(value) : value,
  );

const MAX_IDS = 100;
const trim = (text: string) => text.trim();
const IsIds = (options: ValidationOptions) =>
  ValidateBy(
    {
      name: 'isIds',
      validator: {
        validate: (ids: unknown) =>
          Array.isArray(ids) && ids.length >= 1 && ids.length <= MAX_IDS && ids.every((id) => id !== ''),
      },
    },
    options,
  );

/** The query parameters of a request that may wait. */
export class WaitQuery {
  @OptionalField({
    minimum: 0,
    maximum: MAX_WAIT_SECONDS,
    default: 0,
    description: 'Seconds to wait for the final state.',
  })
  @IsOptional()
  @QuerySeconds()
  @IsNumber({}, { message: WAIT_RULE })
  @Min(0, { message: WAIT_RULE })
  @Max(MAX_WAIT_SECONDS, { message: WAIT_RULE })
  wait: number = 0;
}

/** The query parameters of a status request. */
export class StatusQuery extends WaitQuery {
  @OptionalInput.flag({ default: false, description: 'Adds `timeline`.' })
  timeline: boolean = false;
}

export class StatusesQuery extends WaitQuery {
  @Field.list(String, { minItems: 1, maxItems: MAX_IDS, description: 'Separated by commas.' })
  @Transform(({ value }): unknown => (typeof value === 'string' ? value.split(',').map(trim) : null))
  @IsIds({ message: `ids must be 1 to ${MAX_IDS} prediction ids, separated by commas` })
  ids!: string[];
}

export class StartQuery {
  @OptionalField({
    minimum: 0,
    maximum: MAX_WAIT_SECONDS,
    description:
      'Seconds to wait for the final state. With it, the response is the status body. `Prefer: wait=N` does the same.',
  })
  @IsOptional()
  @QuerySeconds()
  @IsNumber({}, { message: WAIT_RULE })
  @Min(0, { message: WAIT_RULE })
  @Max(MAX_WAIT_SECONDS, { message: WAIT_RULE })
  wait?: number;
}

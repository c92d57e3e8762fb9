/** The fields of a request that every model accepts, beside `modelKey` and those of its input schema. */
import type { ColumnOf } from '../platform/database/index.js';
import type { ErrorDetail } from '../platform/errors/index.js';
import { checkMetadata, countCharacters, type FieldOptions } from '../platform/http/index.js';
import type { PredictionEntity } from './prediction.entity.js';

interface RequestField {
  about: FieldOptions;
  /** Absent: what is valid depends on the model. */
  check?: (value: unknown, field: string) => ErrorDetail[];
}

interface StoredRequestField extends RequestField {
  /** Stored when a request lacks the field, and when the account is erased. */
  absent: object | null;
}

/** Stored with the prediction, each in the column of its name, and returned with it. */
const STORED_FIELDS = {
  metadata: {
    about: {
      type: 'object',
      maxProperties: 16,
      additionalProperties: { type: 'string', maxLength: 500 },
      description: 'At most 16 string values, names of 1 to 64 characters; stored and returned.',
    },
    check: checkMetadata,
    absent: {},
  },
  externalUserId: text({
    minLength: 1,
    maxLength: 128,
    description: 'Stored and returned; the history filters by it.',
  }),
} satisfies Record<string, StoredRequestField>;

export const COMMON_FIELDS: Readonly<Record<string, RequestField>> = {
  ...STORED_FIELDS,
  priceVersion: text(
    {
      maxLength: 100,
      minLength: 1,
      description:
        'The `priceVersion` of a quote: the request is charged by it, or 409 `price_changed`. Default: the present price.',
    },
    'must be the priceVersion of a quote',
  ),
  deadlineSeconds: {
    about: {
      type: 'number',
      minimum: 10,
      description:
        'Seconds after which a prediction that is not final fails with `deadline_exceeded` and is refunded. At most the ' +
        'model’s own deadline, which is the default.',
    },
  },
};

type StoredField = keyof typeof STORED_FIELDS;
type StoredColumn = ColumnOf<StoredFields>;
export type StoredFields = Pick<PredictionEntity, StoredField>;

const STORED = (Object.keys(STORED_FIELDS) as StoredField[]).map((field) => ({
  field,
  column: field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as StoredColumn,
  absent: STORED_FIELDS[field].absent,
}));

export const STORED_COLUMNS: readonly StoredColumn[] = STORED.map(({ column }) => column);

/** SQL that sets the columns to what they are without a value. */
export const ERASE_STORED = STORED.map(
  ({ column, absent }) => `${column} = ${absent && `'${JSON.stringify(absent)}'`}`,
).join(', ');

/** @param body that `COMMON_FIELDS` have checked. */
export function readStored(body: Readonly<Record<string, unknown>>): StoredFields {
  return Object.fromEntries(
    STORED.map(({ field, absent }) => [field, body[field] ?? absent]),
  ) as StoredFields;
}

export function toStoredColumns(fields: StoredFields): Record<StoredColumn, unknown> {
  return Object.fromEntries(STORED.map(({ field, column }) => [column, fields[field]])) as Record<
    StoredColumn,
    unknown
  >;
}

export function fromStoredColumns(row: Readonly<Record<StoredColumn, unknown>>): StoredFields {
  return Object.fromEntries(STORED.map(({ field, column }) => [field, row[column]])) as StoredFields;
}

function text(about: FieldOptions & { maxLength: number }, message?: string): StoredRequestField {
  const { maxLength } = about;
  const isValid = (value: unknown) =>
    typeof value === 'string' && value !== '' && countCharacters(value) <= maxLength;
  return {
    about: { type: 'string', ...about },
    check: (value, field) =>
      isValid(value)
        ? []
        : [{ field, message: message ?? `must be a string of 1 to ${maxLength} characters` }],
    absent: null,
  };
}

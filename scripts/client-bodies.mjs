// What scripts/client-types.mjs and scripts/python-types.mjs write types of, from openapi.json: the bodies of responses to API keys, and
// the fields of every request. Both clients have the same types under the same names. Their tests fail for a response without one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './build-first.mjs';

/** What the clients call a schema, and say of it. */
const TYPES = {
  PredictionView: ['PredictionBody', 'A prediction as the status route returns it.'],
  OutputBody: ['OutputFile', 'A file of a completed prediction.'],
  OutputMarkBody: ['OutputMark', 'What a file says of its origin.'],
  FailureBody: ['Failure', 'Why a prediction failed.'],
  QueueBody: ['QueueState', 'Place of a prediction that waits.'],
  TimelineEntry: ['TimelineEntry', 'One event of a prediction.'],
  MissingPrediction: ['MissingPrediction', 'One of several predictions that the key may not see.'],
  NotFoundBody: ['NotFound', 'Why a prediction is not returned.'],
  GenerateBody: ['Started', 'What the service returns when a prediction has started.'],
  WarningBody: ['IgnoredField', 'A field of a request that the model does not use.'],
  HistoryEntry: ['HistoryEntry', 'A prediction of the history.'],
  QuoteBody: [
    'Quote',
    'A price. `generate` with its `priceVersion` is charged by it, or rejected with `price_changed`.',
  ],
  QuoteRefusalBody: ['QuoteRefusal', 'The spend limit that would reject the request.'],
  ModelEntry: ['Model', 'A model on offer.'],
  UploadBody: ['Upload', 'An uploaded file; its `url` is an input for requests of this account.'],
  LedgerEntry: ['LedgerEntry', 'A movement of credits.'],
  BalanceBody: ['Balance', 'The credits of the account.'],
  ExpiringCredits: ['ExpiringCredits', 'Credits that leave the balance at a time.'],
  PlanDetails: ['PlanDetails', 'What the plan of an account allows and costs.'],
  PlanPrice: ['PlanPrice', 'Price of a plan for a month.'],
  EndUserBody: ['EndUser', 'One of your users, as `externalUserId` names it.'],
  SpendLimitDto: ['SpendLimit', 'Credits that may be spent in a calendar period (UTC).'],
  SpentBody: ['Spent', 'Credits that were spent in the present period.'],
  OwnKeyBody: ['KeyRecord', 'The calling key, without its secret.'],
  KeyLimits: ['KeyLimits', 'What is left of the limits of a key.'],
  RequestsLeft: ['RequestsLeft', 'Requests that a key may send in this minute.'],
  SpendLeft: ['SpendLeft', 'Credits that a key may spend in this period.'],
  UsageItem: ['UsageItem', 'Numbers of a group, which its first fields name.'],
};
/** A later service may send other texts here. */
const OPEN_FIELDS = new Set(['operation', 'event', 'scopes', 'code']);

const { schemas } = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')).components;

/** Lists of texts that have a name of their own. */
export const wordLists = {
  Modality: schemas.PredictionView.properties.modality.enum,
  PredictionStatus: schemas.PredictionView.properties.status.enum,
  Environment: schemas.HistoryEntry.properties.env.enum,
  Period: schemas.SpendLimitDto.properties.period.enum,
  UsageGroup: Object.keys(schemas.UsageItem.properties).filter(
    (field) => !schemas.UsageItem.required.includes(field),
  ),
};
export const serviceErrorCodes = schemas.ErrorBody.properties.code.enum;
export const failureCodes = schemas.FailureBody.properties.code.enum;

/** `{ name, about, properties, required }` of each type. In its properties, a `$ref` is the name of a type or of a list of texts. */
export const bodies = Object.entries(TYPES).map(([schema, [name, about]]) => {
  const { properties, required } = schemas[schema];
  const seen = Object.entries(properties).filter(([field]) => field !== 'success');
  return { name, about, required, properties: Object.fromEntries(seen.map(asSeen)) };
});
/** The fields of a request that all models have alike, but for their bounds. */
export const commonFields = commonFieldsOf(
  Object.keys(schemas)
    .filter((name) => name.startsWith('Input.'))
    .map((name) => schemas[name].properties),
);

function asSeen([field, schema]) {
  return [field, OPEN_FIELDS.has(field) ? opened(schema) : named(schema)];
}

function opened({ enum: _, ...schema }) {
  return schema.items ? { ...schema, items: opened(schema.items) } : schema;
}

function named({ $ref, minimum, maximum, ...schema }) {
  const bounds = minimum === undefined || maximum === undefined ? {} : { minimum, maximum };
  if ($ref) return { ...schema, $ref: TYPES[$ref.split('/').at(-1)][0] };
  const words = Object.keys(wordLists).find((name) => String(wordLists[name]) === String(schema.enum));
  if (words) return { ...schema, $ref: words };
  return {
    ...schema,
    ...bounds,
    ...(schema.items && { items: named(schema.items) }),
    ...(schema.anyOf && { anyOf: schema.anyOf.map(named) }),
  };
}

function commonFieldsOf([first, ...others]) {
  const withoutBounds = ({ minimum: _least, maximum: _most, ...rule }) => rule;
  const textOf = (rule) => rule && JSON.stringify(withoutBounds(rule));
  const common = Object.entries(first).filter(([field, rule]) =>
    others.every((properties) => textOf(properties[field]) === textOf(rule)),
  );
  return Object.fromEntries(common.map(([field, rule]) => [field, withoutBounds(rule)]));
}

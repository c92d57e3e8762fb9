/**
 * Validates the body of POST /api/generate and of its quote before anything is charged. Both routes use it, so a quote equals the charge.
 */
import { createHash } from 'node:crypto';
import { problemOfMediaLink, type SignedLinks } from '../../assets/index.js';
import { canonical, type Catalogue, type CatalogueModel } from '../../catalogue/index.js';
import { AppError, type ErrorDetail, validationFailed } from '../../platform/errors/index.js';
import { type InlineMedia, MEDIA_FIELDS, type MediaField } from '../creation/inline-media.js';
import { COMMON_FIELDS, readStored, type StoredFields } from '../request-fields.js';

/** Seconds. An earlier deadline would fail predictions that only wait for a worker. */
const EARLIEST_DEADLINE = 10;

type Fields = Readonly<Record<string, unknown>>;

const isCommon = (field: string) => Object.hasOwn(COMMON_FIELDS, field);

export interface GenerationRequest extends StoredFields {
  model: CatalogueModel;
  /** Validated, with defaults. An inline file is replaced by its media type and length. */
  input: Record<string, unknown>;
  /** Data URLs; null when the request has none. */
  inlineMedia: InlineMedia | null;
  /** The version of the price that the caller expects; null: the present one. */
  priceVersion: string | null;
  deadlineSeconds: number;
  /** Fields that every model accepts and this one has no use for. */
  warnings: IgnoredField[];
  /** Names in the asset storage of the files of ours that the input links to, by field. */
  ownFiles: ReadonlyMap<string, string>;
}

export interface IgnoredField {
  field: string;
  message: string;
}

/** @param mayRepeat it may repeat a request for a model that was switched off since. `requireOffered` must follow. */
export function readGenerationRequest(
  body: unknown,
  catalogue: Catalogue,
  links: SignedLinks,
  { mayRepeat = false } = {},
): GenerationRequest {
  const { modelKey, ...fields } = without(
    (body ?? {}) as Fields,
    (field, value) => value === null && isCommon(field),
  );
  if (typeof modelKey !== 'string') {
    throw validationFailed([
      { field: 'modelKey', message: modelKey === undefined ? 'is required' : 'must be a string' },
    ]);
  }
  const model = (mayRepeat ? catalogue.findServed(modelKey) : undefined) ?? catalogue.get(modelKey);

  const problems = Object.entries(COMMON_FIELDS).flatMap(([field, { check }]) =>
    fields[field] === undefined ? [] : (check?.(fields[field], field) ?? []),
  );
  const checked = collectProblems(problems, () => catalogue.checkInput(model, without(fields, isCommon)));
  if (checked) problems.push(...checkMedia(checked.input, links));
  const ownDeadline = checked && ownDeadlineOf(model, checked.input);
  const { priceVersion, deadlineSeconds } = fields;
  problems.push(...checkDeadline(deadlineSeconds, ownDeadline));
  if (problems.length > 0 || !checked || !ownDeadline) throw validationFailed(problems);
  const { input, ignored } = checked;

  return {
    model,
    ownFiles: ownFilesOf(input, links),
    ...separateInlineMedia(input),
    ...readStored(fields),
    priceVersion: (priceVersion as string | undefined) ?? null,
    deadlineSeconds: (deadlineSeconds as number | undefined) ?? ownDeadline,
    warnings: ignored.map((field) => ({
      field,
      message: `${field} is ignored: ${modelKey} has no use for it`,
    })),
  };
}

/**
 * Returns the hex SHA-256 of the body with sorted keys and without null fields, so that neither their order nor an explicit null matters.
 */
export function fingerprintOf(body: unknown): string {
  return createHash('sha256')
    .update(canonical(without(body as Fields, (_field, value) => value === null)))
    .digest('hex');
}

const without = (fields: Fields, isLeftOut: (field: string, value: unknown) => boolean) =>
  Object.fromEntries(Object.entries(fields).filter(([field, value]) => !isLeftOut(field, value)));

function collectProblems<T>(problems: ErrorDetail[], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AppError) || !error.details) throw error;
    problems.push(...error.details);
    return undefined;
  }
}

function ownDeadlineOf(model: CatalogueModel, input: Record<string, unknown>): number {
  const extraSeconds = model.deadlineField ? Number(input[model.deadlineField] ?? 0) : 0;
  return model.deadlineSeconds + extraSeconds;
}

/** @param latest undefined: unknown, because the input is not valid. */
function checkDeadline(value: unknown, latest = Infinity): ErrorDetail[] {
  if (value === undefined) return [];
  const earliest = Math.min(EARLIEST_DEADLINE, latest);
  if (typeof value === 'number' && value >= earliest && value <= latest) return [];
  const allowed = latest === Infinity ? `of at least ${earliest}` : `between ${earliest} and ${latest}`;
  return [{ field: 'deadlineSeconds', message: `must be a number ${allowed}` }];
}

function checkMedia(input: Record<string, unknown>, links: SignedLinks): ErrorDetail[] {
  return Object.keys(MEDIA_FIELDS).flatMap((field) => {
    const link = input[field];
    const message = typeof link === 'string' ? problemOfMediaLink(link, links) : null;
    return message === null ? [] : [{ field, message }];
  });
}

function ownFilesOf(input: Record<string, unknown>, links: SignedLinks): Map<string, string> {
  const files = new Map<string, string>();
  for (const field of Object.keys(MEDIA_FIELDS)) {
    const link = input[field];
    const own = typeof link === 'string' ? links.parse(link) : null;
    if (own) files.set(field, own.name);
  }
  return files;
}

function separateInlineMedia(
  input: Record<string, unknown>,
): Pick<GenerationRequest, 'input' | 'inlineMedia'> {
  const fields = Object.keys(MEDIA_FIELDS) as MediaField[];
  const inline = fields.filter((field) => /^data:/i.test(String(input[field] ?? '')));
  if (inline.length === 0) return { input, inlineMedia: null };
  const stored = { ...input };
  const inlineMedia: InlineMedia = {};
  for (const field of inline) {
    const url = input[field] as string;
    inlineMedia[field] = url;
    stored[field] = `${url.slice(0, url.indexOf(',') + 1)}… (${url.length} characters sent)`;
  }
  return { input: stored, inlineMedia };
}

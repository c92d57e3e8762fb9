/**
 * Validates the body of POST /api/generate and of its quote before anything is charged. Both routes use it, so a quote equals the charge.
 */
import { createHash } from 'node:crypto';
import { problemOfMediaLink, type SignedLinks } from '../../assets/index.js';
import type { Catalogue, CatalogueModel } from '../../catalogue/index.js';
import { AppError, type ErrorDetail, validationFailed } from '../../platform/errors/index.js';
import { checkMetadata, countCharacters } from '../../platform/http/index.js';
import { type InlineMedia, MEDIA_FIELDS, type MediaField } from '../creation/inline-media.js';

/** Seconds. An earlier deadline would fail predictions that only wait for a worker. */
const EARLIEST_DEADLINE = 10;
const OWN_FIELDS = ['metadata', 'externalUserId', 'deadlineSeconds', 'priceVersion'];

export interface GenerationRequest {
  model: CatalogueModel;
  /** Validated, with defaults. An inline file is replaced by its media type and length. */
  input: Record<string, unknown>;
  /** Data URLs; null when the request has none. */
  inlineMedia: InlineMedia | null;
  metadata: Record<string, string>;
  externalUserId: string | null;
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
  const { modelKey, metadata, externalUserId, deadlineSeconds, priceVersion, ...fields } = withoutNull(
    (body ?? {}) as Record<string, unknown>,
    OWN_FIELDS,
  );
  if (typeof modelKey !== 'string') {
    throw validationFailed([
      { field: 'modelKey', message: modelKey === undefined ? 'is required' : 'must be a string' },
    ]);
  }
  const model = (mayRepeat ? catalogue.findServed(modelKey) : undefined) ?? catalogue.get(modelKey);

  const problems: ErrorDetail[] = [
    ...checkMetadata(metadata),
    ...checkExternalUserId(externalUserId),
    ...checkPriceVersion(priceVersion),
  ];
  const checked = collectProblems(problems, () => catalogue.checkInput(model, fields));
  if (checked) problems.push(...checkMedia(checked.input, links));
  const ownDeadline = checked && ownDeadlineOf(model, checked.input);
  problems.push(...checkDeadline(deadlineSeconds, ownDeadline));
  if (problems.length > 0 || !checked || !ownDeadline) throw validationFailed(problems);
  const { input, ignored } = checked;

  return {
    model,
    ownFiles: ownFilesOf(input, links),
    ...separateInlineMedia(input),
    metadata: (metadata ?? {}) as Record<string, string>,
    externalUserId: (externalUserId as string | undefined) ?? null,
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
    .update(canonical(withoutNull(body as Record<string, unknown>)))
    .digest('hex');
}

/** @param names the fields that are left out when they are null. By default, all. */
function withoutNull(
  fields: Readonly<Record<string, unknown>>,
  names: readonly string[] = Object.keys(fields),
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== null || !names.includes(name)),
  );
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

function collectProblems<T>(problems: ErrorDetail[], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AppError) || !error.details) throw error;
    problems.push(...error.details);
    return undefined;
  }
}

function checkExternalUserId(value: unknown): ErrorDetail[] {
  if (value === undefined) return [];
  const isValid = isTextOf(value, 128);
  return isValid ? [] : [{ field: 'externalUserId', message: 'must be a string of 1 to 128 characters' }];
}

const isTextOf = (value: unknown, most: number) =>
  typeof value === 'string' && value !== '' && countCharacters(value) <= most;

function checkPriceVersion(value: unknown): ErrorDetail[] {
  if (value === undefined) return [];
  const isValid = isTextOf(value, 100);
  return isValid ? [] : [{ field: 'priceVersion', message: 'must be the priceVersion of a quote' }];
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

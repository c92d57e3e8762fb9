import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { type AuditSource, AuditTrail } from '../../audit/index.js';
import {
  createSlots,
  Database,
  LOCK_NAME,
  type RowOfStatement,
  type Transaction,
} from '../../platform/database/index.js';
import { AppError, validationFailed } from '../../platform/errors/index.js';
import { Catalogue } from '../catalogue.js';
import { ADD, FIND, FIND_NEWEST } from './catalogue-versions.sql.js';
import { LiveCatalogue } from './live-catalogue.js';
import {
  EDITABLE,
  type Entry,
  findEntry,
  problemsOf,
  type Settings,
  type Subject,
  type SubjectKind,
  valueOf,
  withSettings,
} from './live-settings.js';

/** The version of the files. */
export const FILES_VERSION = 1;

interface Change {
  settings: Settings;
  /** Only the fields that the request names. */
  change: Settings;
  restored: number | null;
  reason: string | null;
}

type Newest = RowOfStatement<typeof FIND_NEWEST>;

const NOT_FOUND = {
  model: 'model_not_found',
  plan: 'plan_not_found',
  pack: 'pack_not_found',
} as const satisfies Record<SubjectKind, string>;

/** A version commits with its event. Changes run one after the other, over all processes, so two of different fields both hold. */
@Injectable()
export class CatalogueChanges {
  /** Waiting changes must not hold the connections of the pool. */
  private readonly slot = createSlots(1);

  constructor(
    private readonly database: Database,
    private readonly catalogue: Catalogue,
    private readonly live: LiveCatalogue,
    private readonly trail: AuditTrail,
  ) {}

  /** @throws 404 for a model, a plan or a pack that the files do not have. */
  requireKnown(subject: Subject): Entry {
    const entry = findEntry(this.catalogue.sources, subject);
    if (!entry) throw new AppError(NOT_FOUND[subject.kind], { status: 404 });
    return entry;
  }

  /** Without a difference no version is made. @throws 400 for a field that the files would not allow, and without a field; 404. */
  async change(
    subject: Subject,
    given: Settings,
    reason: string | undefined,
    source: AuditSource,
  ): Promise<void> {
    this.requireKnown(subject);
    const fields = EDITABLE[subject.kind].filter((field) => given[field] !== undefined);
    if (fields.length === 0)
      throw validationFailed([
        { field: 'body', message: `must have one of ${EDITABLE[subject.kind].join(', ')}` },
      ]);
    // Null takes a field away. Without `enabled` an entry is enabled: null would switch it on.
    if (given.enabled === null)
      throw validationFailed([{ field: 'enabled', message: 'must be true or false' }]);
    const change = Object.fromEntries(fields.map((field) => [field, given[field]]));
    await this.write(subject, source, (_tx, newest) =>
      Promise.resolve({
        settings: { ...newest.settings, ...change },
        change,
        restored: null,
        reason: reason ?? null,
      }),
    );
  }

  /** Makes a version with earlier settings. @throws 400 for an unknown version, and for settings that the files no longer allow; 404. */
  async restore(
    subject: Subject,
    version: number,
    reason: string | undefined,
    source: AuditSource,
  ): Promise<void> {
    this.requireKnown(subject);
    await this.write(subject, source, async (tx) => {
      const settings = await settingsOf(tx, subject, version);
      return { settings, change: settings, restored: version, reason: reason ?? null };
    });
  }

  /** One change runs at a time, over all processes: versions and revisions have no gaps. */
  private async write(
    subject: Subject,
    source: AuditSource,
    decide: (tx: Transaction, newest: Newest) => Promise<Change>,
  ): Promise<void> {
    const isChanged = await this.slot.run('changes', 1, () =>
      this.database.transaction(async (tx) => {
        await tx.run(LOCK_NAME, { name: 'catalogue_versions' });
        const [found] = await tx.run(FIND_NEWEST, subject);
        const newest = found ?? { version: FILES_VERSION, settings: {} };
        const change = await decide(tx, newest);
        const problems = problemsOf(this.catalogue.sources, subject, change.settings);
        if (problems.length > 0) throw validationFailed(problems);
        if (isDeepStrictEqual(change.settings, newest.settings)) return false;
        await this.add(tx, subject, newest, change, source);
        return true;
      }),
    );
    if (isChanged) await this.live.announce();
    await this.live.refresh();
  }

  private async add(
    tx: Transaction,
    { kind, key }: Subject,
    newest: Newest,
    { settings, change, restored, reason }: Change,
    source: AuditSource,
  ): Promise<void> {
    const version = newest.version + 1;
    await tx.run(ADD, {
      ...{ kind, key, version, restored, reason },
      ...{ settings: JSON.stringify(settings), change: JSON.stringify(change) },
      ...{ actorKind: source.actor.kind, actor: source.actor.id, requestId: source.requestId },
    });
    const fields = EDITABLE[kind].filter((field) => field in settings || field in newest.settings);
    const valuesOf = (from: Settings) => this.valuesOf({ kind, key }, from, fields);
    await this.trail.record(tx, {
      ...source,
      accountId: null,
      action: `catalogue.${kind}_${restored === null ? 'changed' : 'restored'}`,
      target: key,
      before: { version: newest.version, ...valuesOf(newest.settings) },
      after: { version, ...valuesOf(settings), ...(restored !== null && { restored }) },
    });
  }

  private valuesOf(subject: Subject, settings: Settings, fields: readonly string[]): Entry {
    const { sources } = this.catalogue;
    const entry = withSettings(subject.kind, findEntry(sources, subject)!, settings);
    const provider = sources.models.get(subject.key)?.provider;
    return Object.fromEntries(fields.map((field) => [field, valueOf(field, entry, provider)]));
  }
}

/** @throws 400 for an unknown version. */
async function settingsOf(tx: Transaction, { kind, key }: Subject, version: number): Promise<Settings> {
  if (version === FILES_VERSION) return {};
  const [found] = await tx.run(FIND, { kind, key, version });
  if (!found)
    throw validationFailed([{ field: 'version', message: `must be a version of the ${kind} ${key}` }]);
  return found.settings;
}

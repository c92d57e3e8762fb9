import type { ClientBase, Pool, PoolOptions } from 'pg';
import type { DataSourceOptions } from 'typeorm';
import { CONNECTIONS_BESIDE_POOL, parseAddress } from '../config/index.js';
import { InitialSchema1763000000000 } from './migrations/1763000000000-initial-schema.js';
import { ProviderCircuits1763700000000 } from './migrations/1763700000000-provider-circuits.js';
import { Dashboard1764000000000 } from './migrations/1764000000000-dashboard.js';
import { QueueLines1764100000000 } from './migrations/1764100000000-queue-lines.js';
import { BudgetSums1764200000000 } from './migrations/1764200000000-budget-sums.js';
import { Installation1764300000000 } from './migrations/1764300000000-installation.js';
import { TransferReferences1764330000000 } from './migrations/1764330000000-transfer-references.js';
import { CountedLedgerIds1764331000000 } from './migrations/1764331000000-counted-ledger-ids.js';
import { InlineInputs1764340000000 } from './migrations/1764340000000-inline-inputs.js';
import { IsolatedCrashes1764500000000 } from './migrations/1764500000000-isolated-crashes.js';
import { Removals1764510000000 } from './migrations/1764510000000-removals.js';
import { StorageId1764520000000 } from './migrations/1764520000000-storage-id.js';
import { OneTimeLinks1764600000000 } from './migrations/1764600000000-one-time-links.js';
import { AttemptWindows1764700000000 } from './migrations/1764700000000-attempt-windows.js';
import { Budgets1764810000000 } from './migrations/1764810000000-budgets.js';
import { QueueClockTag1764811000000 } from './migrations/1764811000000-queue-clock-tag.js';
import { LedgerCheckpoints1764820000000 } from './migrations/1764820000000-ledger-checkpoints.js';
import { ListIndexes1764830000000 } from './migrations/1764830000000-list-indexes.js';
import { FilteredLists1764831000000 } from './migrations/1764831000000-filtered-lists.js';
import { ListsOfAllAccounts1764832000000 } from './migrations/1764832000000-lists-of-all-accounts.js';
import { AccountSearch1764833000000 } from './migrations/1764833000000-account-search.js';
import { DeletedPredictions1764834000000 } from './migrations/1764834000000-deleted-predictions.js';
import { RunTimes1764836000000 } from './migrations/1764836000000-run-times.js';
import { LedgerSummaries1764837000000 } from './migrations/1764837000000-ledger-summaries.js';
import { Events1764838000000 } from './migrations/1764838000000-events.js';
import { TraceContext1764839000000 } from './migrations/1764839000000-trace-context.js';
import { EnginePlaces1764841000000 } from './migrations/1764841000000-engine-places.js';
import { WalletGenerations1764842000000 } from './migrations/1764842000000-wallet-generations.js';
import { RemovedPredictions1764850000000 } from './migrations/1764850000000-removed-predictions.js';
import { KeySettings1764900000000 } from './migrations/1764900000000-key-settings.js';
import { SpendCounters1764900100000 } from './migrations/1764900100000-spend-counters.js';
import { AuditEvents1764900200000 } from './migrations/1764900200000-audit-events.js';
import { VerifiedEmails1764900300000 } from './migrations/1764900300000-verified-emails.js';
import { Billing1764900400000 } from './migrations/1764900400000-billing.js';
import { SuspendedAccounts1764900500000 } from './migrations/1764900500000-suspended-accounts.js';
import { RequestRecords1764900600000 } from './migrations/1764900600000-request-records.js';
import { MisdatedRemovals1764900700000 } from './migrations/1764900700000-misdated-removals.js';
import { BalanceAlerts1764900800000 } from './migrations/1764900800000-balance-alerts.js';
import { Members1764901000000 } from './migrations/1764901000000-members.js';
import { Owners1764901100000 } from './migrations/1764901100000-owners.js';
import { OperatorKeys1764902000000 } from './migrations/1764902000000-operator-keys.js';
import { ExpiringCredits1764903000000 } from './migrations/1764903000000-expiring-credits.js';
import { PriceVersions1764904000000 } from './migrations/1764904000000-price-versions.js';
import { CatalogueVersions1764904100000 } from './migrations/1764904100000-catalogue-versions.js';
import { AccountDeletions1764905000000 } from './migrations/1764905000000-account-deletions.js';
import { SetupTokens1764906000000 } from './migrations/1764906000000-setup-tokens.js';
import { PlanPlaces1764907000000 } from './migrations/1764907000000-plan-places.js';
import { Subscriptions1764908000000 } from './migrations/1764908000000-subscriptions.js';
import { PlanMonths1764908100000 } from './migrations/1764908100000-plan-months.js';
import { OverviewSums1764909000000 } from './migrations/1764909000000-overview-sums.js';
import { ExpiringPacks1764910000000 } from './migrations/1764910000000-expiring-packs.js';
import { PaymentTotals1764911000000 } from './migrations/1764911000000-payment-totals.js';
import { OverdueSubscriptions1764911100000 } from './migrations/1764911100000-overdue-subscriptions.js';
import { MailedLinks1764911170000 } from './migrations/1764911170000-mailed-links.js';
import { ContinuedSignIns1764911180000 } from './migrations/1764911180000-continued-sign-ins.js';
import { UploadSizes1764911184000 } from './migrations/1764911184000-upload-sizes.js';
import { EndedCheckouts1764911186000 } from './migrations/1764911186000-ended-checkouts.js';
import { PlanCheckouts1764911187000 } from './migrations/1764911187000-plan-checkouts.js';
import { DatabaseIdentity1764911190000 } from './migrations/1764911190000-database-identity.js';
import { RejectedPayments1764911193000 } from './migrations/1764911193000-rejected-payments.js';
import { requirePooledSettings } from './pooled-settings.js';
import { SchemaNames } from './schema-names.js';
import { CLIENT_KEEPALIVE, configureSession, pooledSettings, SessionClient } from './session.js';
import { COLUMN_READERS } from './timestamps.js';

/** Listed in order instead of globbed: this list shows every change of the schema. */
export const MIGRATIONS = [
  InitialSchema1763000000000,
  ProviderCircuits1763700000000,
  Dashboard1764000000000,
  QueueLines1764100000000,
  BudgetSums1764200000000,
  Installation1764300000000,
  TransferReferences1764330000000,
  CountedLedgerIds1764331000000,
  IsolatedCrashes1764500000000,
  InlineInputs1764340000000,
  Removals1764510000000,
  OneTimeLinks1764600000000,
  StorageId1764520000000,
  AttemptWindows1764700000000,
  Budgets1764810000000,
  QueueClockTag1764811000000,
  LedgerCheckpoints1764820000000,
  ListIndexes1764830000000,
  FilteredLists1764831000000,
  ListsOfAllAccounts1764832000000,
  AccountSearch1764833000000,
  DeletedPredictions1764834000000,
  RunTimes1764836000000,
  LedgerSummaries1764837000000,
  Events1764838000000,
  TraceContext1764839000000,
  EnginePlaces1764841000000,
  WalletGenerations1764842000000,
  RemovedPredictions1764850000000,
  KeySettings1764900000000,
  SpendCounters1764900100000,
  AuditEvents1764900200000,
  VerifiedEmails1764900300000,
  Billing1764900400000,
  SuspendedAccounts1764900500000,
  RequestRecords1764900600000,
  MisdatedRemovals1764900700000,
  BalanceAlerts1764900800000,
  Members1764901000000,
  Owners1764901100000,
  OperatorKeys1764902000000,
  ExpiringCredits1764903000000,
  PriceVersions1764904000000,
  CatalogueVersions1764904100000,
  AccountDeletions1764905000000,
  SetupTokens1764906000000,
  PlanPlaces1764907000000,
  Subscriptions1764908000000,
  PlanMonths1764908100000,
  OverviewSums1764909000000,
  ExpiringPacks1764910000000,
  PaymentTotals1764911000000,
  OverdueSubscriptions1764911100000,
  MailedLinks1764911170000,
  ContinuedSignIns1764911180000,
  UploadSizes1764911184000,
  EndedCheckouts1764911186000,
  PlanCheckouts1764911187000,
  DatabaseIdentity1764911190000,
  RejectedPayments1764911193000,
];

/** Seconds after which the server cancels the statement of a request and rolls it back (503). */
const STATEMENT_SECONDS = 2;

/**
 * Seconds after which the client stops waiting for a response and closes the connection. Clearly more than
 * `STATEMENT_SECONDS`: after the server's timeout a batch may run again in parts; after the client's timeout it is not
 * known whether the statement was committed.
 */
const RESPONSE_SECONDS = 2.75;

/** Of a session of the pool that is the service's own. */
export const POOL_SESSION = {
  statement_timeout: String(STATEMENT_SECONDS * 1000),
  idle_in_transaction_session_timeout: '10000',
  // The hot statements take arrays: planning each call costs more than executing it (0.6 of 1 ms).
  plan_cache_mode: 'force_generic_plan',
  // A table of few rows is read whole: right until a snapshot (each backup) keeps all versions of its rows. Then the statements of
  // the hot path read a thousand pages for one, and a bitmap scan never marks the entries of dead versions (decision 76).
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  // What has no index costs more than `jit_above_cost` by those settings.
  jit: 'off',
};

/** What each session of the pool has, by its settings; those of a pooler's sessions are its operator's to set. */
export const POOLED_SETTINGS = pooledSettings(POOL_SESSION);

/** How the pool reaches the database. */
export interface PoolRoute {
  /** The address for what needs a session, when the pool's own leads to a pooler. */
  directUrl?: string | null;
  /** The connections of the pool share sessions. */
  isTransactionPooled?: boolean;
  /** False: no named prepared statements. */
  isPrepared?: boolean;
}

/** The options of the pool, with what the users of the pool need to know. */
interface ServicePoolOptions extends PoolOptions {
  directUrl: string;
  isTransactionPooled: boolean;
  isPrepared: boolean;
}

/** Returns the options of a pool of `dataSourceOptions`. */
export const poolOptionsOf = (pool: Pool) => pool.options as ServicePoolOptions;

/** @param connections that the process opens at most, with those beside the pool. */
export function dataSourceOptions(
  url: string,
  entities: DataSourceOptions['entities'] = [],
  connections = 12,
  { directUrl, isTransactionPooled = false, isPrepared = true }: PoolRoute = {},
): DataSourceOptions {
  const address = parseAddress(url);
  return {
    type: 'postgres',
    // TypeORM parses it and takes one host. The client takes all of them from `connectionString` below.
    url: address.urlOf(address.hosts[0]!),
    entities,
    namingStrategy: new SchemaNames(),
    migrations: MIGRATIONS,
    migrationsTransactionMode: 'each',
    poolSize: connections - CONNECTIONS_BESIDE_POOL,
    applicationName: 'offprint',
    extra: {
      connectionString: url,
      directUrl: directUrl ?? url,
      isTransactionPooled,
      isPrepared,
      connectionTimeoutMillis: 2000,
      query_timeout: RESPONSE_SECONDS * 1000,
      ...CLIENT_KEEPALIVE,
      types: COLUMN_READERS,
      Client: SessionClient,
      onConnect: (client: ClientBase) =>
        isTransactionPooled
          ? requirePooledSettings(client, POOLED_SETTINGS)
          : configureSession(client, POOL_SESSION),
    },
  };
}

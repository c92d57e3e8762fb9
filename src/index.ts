/**
 * The public API of the package, for hosts and extensions. docs/api-report.md shows every declaration; a change of it is
 * a change for others and belongs in the changelog. Import nothing else of this package.
 */

// Starting the service in a program of one's own, and extensions.
export { type App, createApp, withAppContext } from './app.js';
export type { AppOptions } from './app.module.js';
export { Config, ConfigError, loadConfig } from './platform/config/index.js';
export { type ExtensionSchema, SetupError } from './platform/database/index.js';
export { loadPlugins, type Plugin, PluginError } from './plugin.js';
export type { Ports, PortsOptions } from './ports.module.js';

// The port of an engine, and the models that it runs. `@offprint/engines/wire` has what an adapter over HTTP needs.
export {
  type AskedRateLimit,
  Catalogue,
  type CatalogueFilter,
  type CatalogueModel,
  type CheckedInput,
  type DigitalSourceType,
  type EngineCost,
  type EngineDefinition,
  type EngineLimits,
  MODALITIES,
  type Modality,
  type Operation,
  OPERATIONS,
  type Pack,
  type Plan,
  Plans,
  type Price,
  type Pricing,
  type Route,
} from './catalogue/index.js';
export {
  type Adapter,
  type EngineCheck,
  type EngineSettings,
  FAILURE_CODES,
  type FailureCode,
  type InputFile,
  type InputSize,
  type Outcome,
  type ProducedFile,
  Provider,
  type ProviderRef,
  type ReadFile,
  type Resubmission,
  type Work,
} from './providers/index.js';

// The ports that decide about a request: its review and its price.
export {
  type CheckedRequest,
  ListPrice,
  Moderation,
  NoModeration,
  type PricedRequest,
  PriceRule,
  type Review,
} from './generation/index.js';

// The port of a sign-on of one's own.
export { NoTokenVerifier, TokenVerifier, type VerifiedUser } from './auth/index.js';

// The port of the budgets of counted requests, and their window.
export { type Budget, type BudgetRequest, type BudgetVerdict, LimitStore } from './admission/index.js';
export { COUNTED_SECONDS, WINDOW_SECONDS } from './platform/limits/index.js';

// The port of what wakes waiting code in other processes.
export { Notices } from './platform/notices/index.js';

// The port of mails.
export { type Mail, Mailer, NoMailer } from './platform/mail/index.js';

// The port of a payment service.
export {
  type Checkout,
  type CheckoutItem,
  type Money,
  type MonthInvoice,
  NoPayments,
  type PaidEvent,
  type PaidMonth,
  type PaymentEvent,
  type PaymentFailedEvent,
  PaymentProvider,
  type ReversalEvent,
  SignatureInvalid,
  type StartedCheckout,
  type SubscriptionChangedEvent,
  type SubscriptionEndedEvent,
  type SubscriptionEvent,
} from './billing/index.js';

// The port of the storage of outputs.
export {
  type AssetFacts,
  type AssetLink,
  type AssetLinkOptions,
  AssetMissing,
  type AssetSource,
  AssetStorage,
  AssetTooLarge,
  BadAssetName,
  type ByteRange,
  isAssetName,
  LocalDiskAssetStorage,
  type OpenedAsset,
  StorageFull,
  StorageUnavailable,
  type StoredAsset,
} from './assets/index.js';

// Requests to URLs that callers have chosen, such as webhooks.
export { AssetsModule, type OutsideRequest, OutsideSender } from './assets/index.js';

// Files of callers, and outputs for them.
export {
  type InputKind,
  type InspectedAsset,
  OutputFiles,
  type PixelSize,
  type ReceivedForm,
  type ReceivedMedia,
  receiveForm,
  type Upload,
  UploadsModule,
  UploadStore,
  type WrittenFile,
} from './assets/index.js';

// Events: what extensions hear.
export {
  type CreditsEventData,
  EVENT_KINDS,
  type EventBatch,
  type EventData,
  type EventKind,
  EventListener,
  type EventOf,
  type FailedPredictionEventData,
  type KeyEventData,
  type PredictionEventData,
  type ServiceEvent,
} from './events/index.js';

// What extensions show to administrators.
export { ExtensionFacts } from './operations/health/index.js';

// The port of traces: what happens to requests and predictions, and how long it takes.
export {
  type RemoteSpan,
  type Span,
  type SpanAttributes,
  type SpanName,
  Tracing,
} from './platform/tracing/index.js';

// What observes every request, measures, repeats work, and erases what is stored of an account.
export { AccountErasure } from './account-data/index.js';
export { type RequestObserver, routeOf } from './platform/http/index.js';
export { Metrics, MetricsModule } from './platform/metrics/index.js';
export { type NamedInterval, Round } from './platform/schedule/index.js';

// Routes: who may call them, who calls, lists, ids, errors, and what the API's description says of them.
export {
  AppError,
  type AppErrorOptions,
  ERROR_CODES,
  type ErrorCode,
  type ErrorDetail,
  validationFailed,
} from './platform/errors/index.js';
export {
  ACCOUNT_ROLES,
  type AccountRole,
  AnyCaller,
  apiDecorators,
  ApiErrors,
  ApiKeyOrDashboardRoute,
  type ApiKeyPrincipal,
  ApiKeyRoute,
  type AuthenticatedRequest,
  CountedDashboardRoute,
  type Credential,
  DashboardCaller,
  type DashboardPrincipal,
  DashboardRoute,
  type DashboardRouteOptions,
  decodeCursor,
  type Disconnect,
  encodeCursor,
  type ErrorPresenter,
  type ErrorResponse,
  FormBody,
  isForm,
  type KeptBytes,
  KeyCaller,
  type OperatorPrincipal,
  type OperatorScope,
  type Page,
  pageOf,
  PageQuery,
  parsePublicId,
  parseQueryRange,
  type Permission,
  presentErrors,
  type Principal,
  publicId,
  PublicRoute,
  QueryInstant,
  QueryInteger,
  type RequestBudget,
  type Scope,
  ScopeRule,
  SCOPES,
  SerializedJson,
} from './platform/http/index.js';

// The database: statements, and transactions that the caller owns. A statement can be a value with named, typed parameters.
export {
  type BoundStatement,
  Database,
  type DeclaredStatement,
  type Queryable,
  type Row,
  type RowOfColumns,
  type RowOfStatement,
  type Runnable,
  sql,
  type SqlType,
  type SqlTypes,
  type Statement,
  statement,
  type StatementDeclaration,
  type Transaction,
  type ValuesOf,
} from './platform/database/index.js';

// What the service can do, for modules beside its own: import the module, inject the service.
export {
  type AccountEntity,
  type AccountsFilter,
  AccountsModule,
  AccountsReader,
  AccountsService,
  type AccountView,
  type NewAccount,
  type OpenedAccount,
  type Role,
  ROLES,
  Suspensions,
  type UserEntity,
} from './accounts/index.js';
export {
  type ActorKind,
  type AuditActor,
  type AuditChange,
  type AuditEntry,
  AuditModule,
  type AuditSource,
  AuditTrail,
} from './audit/index.js';
export { AuthModule, hashPassword, type LinkPurpose, type OneTimeLink, OneTimeLinks } from './auth/index.js';
export {
  CreditsModule,
  CreditsService,
  type DeliveredTransfer,
  type EnteredTransfer,
  type ExpiringAmount,
  fromCredits,
  type OperatorTransfer,
  OperatorTransfers,
  type SpendingFields,
  type SpendLimitDto,
  type SpendPeriod,
  type SpentBody,
  toCredits,
  type Wallet,
  type WalletChange,
} from './credits/index.js';
export {
  type FailureBody,
  type GenerateBody,
  GenerationApiModule,
  GenerationService,
  type MissingPrediction,
  type NotFoundBody,
  type OutputBody,
  type OutputMarkBody,
  type PredictionStatus,
  PredictionStatusService,
  type PredictionView,
  type QueueBody,
  type QuoteBody,
  type QuoteRefusalBody,
  type Requester,
  requireModel,
  type Started,
  type StartedBody,
  StatusBody,
  type StatusesBody,
  StatusQuery,
  type TimelineEntry,
  type TimelineEventName,
  type Viewer,
  viewerOf,
  type WaitQuery,
  type WarningBody,
} from './generation/index.js';
export {
  HistoryEntry,
  HistoryModule,
  HistoryQuery,
  HistoryReader,
  HistorySearchQuery,
} from './history/index.js';
export {
  type CreatedKeyBody,
  type CreateKeyDto,
  type KeyBody,
  type KeyEnv,
  type KeyIdentity,
  type KeyLimits,
  type KeyListBody,
  KeyRecord,
  type KeySettingsDto,
  KeysModule,
  KeysService,
  type KeyStatus,
  type KeyValidityDto,
  type OwnKeyBody,
  type RequestsLeft,
  type SpendLeft,
  type UpdateKeyDto,
} from './keys/index.js';

/** `offprint/testing` is for tests of extensions and of hosts; docs/testing.md is the guide. The service does not load it. */

// A service, its accounts and its time.
export { type TestClock, type TimeSpan } from './clock/test-clock.js';
export { createTestDatabase, type TestDatabase } from './database/test-database.js';
export { startTestDatabaseServer, type TestDatabaseServer } from './database/test-server.js';
export { type AccountOptions, type KeyOptions, type TestAccount, type TestKey } from './service/account.js';
export { type Exchange, type RequestOptions, sendRequest, type TestResponse } from './service/http.js';
export {
  type GenerateRequest,
  startTestService,
  type TestService,
  type TestServiceOptions,
} from './service/test-service.js';

// An engine that fails on demand.
export {
  type FakeBehaviour,
  type FakeExchange,
  type FakeFile,
  type FakePlan,
} from './engine/fake-behaviour.js';
export { type FakeCall, FakeEngine, type FakeEngineOptions, type FakeMethod } from './engine/fake-engine.js';
export { type FakeModel } from './engine/fake-models.js';

// The contract suite of each port, for Jest and for node:test.
export { assetStorageContract, type AssetStorageFixture } from './contracts/asset-storage.js';
export { limitStoreContract, type LimitStoreFixture, type LimitStoreRig } from './contracts/limit-store.js';
export {
  type DeliveredMail,
  mailerContract,
  type MailerFixture,
  type MailerRig,
} from './contracts/mailer.js';
export { moderationContract, type ModerationFixture } from './contracts/moderation.js';
export { noticesContract, type NoticesFixture, type NoticesRig } from './contracts/notices.js';
export {
  paymentProviderContract,
  type PaymentProviderFixture,
  type PaymentProviderRig,
  type Webhook,
} from './contracts/payment-provider.js';
export { priceRuleContract, type PriceRuleFixture } from './contracts/price-rule.js';
export { providerContract, type ProviderFixture, type WorkExample } from './contracts/provider.js';
export { type TestRunner } from './contracts/runner.js';
export { tokenVerifierContract, type TokenVerifierFixture } from './contracts/token-verifier.js';
export {
  type EndedSpan,
  tracingContract,
  type TracingFixture,
  type TracingRig,
} from './contracts/tracing.js';
export { paymentWebhook, type PaymentWebhookOptions, TestPayments } from './payments/test-payments.js';

/** Bodies of the service. Times are ISO 8601 in UTC, credits numbers with at most three decimals. */
import type { FailureCode } from './error-codes.js';

export type Modality = 'image' | 'video' | 'audio' | '3d';
export type PredictionStatus = 'processing' | 'completed' | 'failed';

/** What a file says of its origin. */
export interface OutputMark {
  /** Address of a term of IPTC's vocabulary of digital source types; null when the file names none. */
  digitalSourceType: string | null;
  /** Whether it holds a C2PA manifest. */
  c2pa: boolean;
}

export interface OutputFile {
  /** Link that needs no key, valid until `urlExpiresAt`. */
  url: string;
  urlExpiresAt: string;
  contentType: string;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
  /** Pixels. */
  width?: number;
  height?: number;
  durationSeconds?: number;
  /** Absent for files from before marks were recorded. */
  mark?: OutputMark;
}

export interface TimelineEntry {
  at: string;
  event: string;
  attempt?: number;
  message?: string;
}

/** A prediction as the status route returns it. */
export interface PredictionBody {
  predictionId: string;
  status: PredictionStatus;
  model: string;
  modelKey: string;
  modality: Modality;
  operation: string;
  creditCost: number;
  creditsRefunded: number;
  attempts: number;
  /** 0 to 100, never falling. */
  progress: number;
  createdAt: string;
  startedAt: string | null;
  completedAt: string | null;
  metadata: Record<string, string>;
  externalUserId: string | null;
  priceVersion?: string;
  seed?: number;
  /** While it waits. */
  queue?: { position: number; etaSeconds?: number };
  /** While it is processing: when to ask again. */
  retryAfterMs?: number;
  outputUrl?: string | null;
  url?: string | null;
  outputs?: OutputFile[];
  outputUrlExpiresAt?: string | null;
  outputExpiresAt?: string;
  error?: { code: FailureCode; message: string; retryable: boolean };
  deletedAt?: string;
  timeline?: TimelineEntry[];
}

/** One of several predictions asked for at once; `status` is null for one that the key may not see. */
export type PredictionOrMissing =
  | PredictionBody
  | { predictionId: string; status: null; error: { code: string; message: string; retryable: false } };

export interface HistoryEntry extends PredictionBody {
  prompt: string | null;
  input: Record<string, unknown>;
  keyId: string | null;
  env: 'live' | 'test';
}

export interface HistoryFilter {
  status?: PredictionStatus;
  modality?: Modality;
  modelKey?: string;
  keyId?: string;
  env?: 'live' | 'test';
  externalUserId?: string;
  from?: string | Date;
  to?: string | Date;
}

export interface LedgerEntry {
  id: string;
  kind: 'grant' | 'charge' | 'refund' | 'adjustment' | 'debt' | 'expiry';
  /** Negative when it takes credits. */
  amount: number;
  balanceAfter: number;
  predictionId: string | null;
  note: string | null;
  createdAt: string;
}

export interface Quote {
  modelKey: string;
  model: string;
  modality: Modality;
  creditCost: number;
  balance: number;
  affordable: boolean;
  /** Give it to `generate` to be charged by this quote, or rejected with `price_changed`. */
  priceVersion: string;
  validUntil: string;
  /** The spend limit that would reject the request. */
  refusal?: { code: string; limit: number; spent: number; resetsAt: string | null };
  warnings?: { field: string; message: string }[];
}

export interface Balance {
  balance: number;
  owed: number;
  held: number;
  expiring: { credits: number; at: string }[];
  plan: string;
  planDetails: PlanDetails;
  alertBelow: number | null;
  isLow: boolean;
  updatedAt: string;
}

/** What the plan of an account allows and costs. */
export interface PlanDetails {
  title: string;
  description: string | null;
  /** The highest `rateLimit` that a key may have; `null` for the highest of any key. */
  maxRateLimit: number | null;
  /** Predictions in flight; more wait in line. `null` without a limit. */
  maxConcurrent: number | null;
  /** How many times as much of its work is begun as of accounts with 1, while both wait. */
  priority: number;
  /** `null` for all. */
  models: string[] | null;
  outputRetentionDays: number;
  monthlyCredits: number | null;
  creditsExpire: boolean;
  /** Per month; `null` when it is not sold. */
  price: { amount: number; currency: string } | null;
}

export interface Model {
  modelKey: string;
  model: string;
  modality: Modality;
  operation: string;
  title: string;
  description: string;
  /** JSON Schema of the request body. */
  inputSchema: Record<string, unknown>;
  pricing: Record<string, unknown>;
  pollIntervalMs: number;
  typicalSeconds: number;
}

export interface Upload {
  /** An input for requests of this account: `imageUrl`, `videoUrl`, … */
  url: string;
  contentType: string;
  bytes: number;
  sha256: string;
  /** Pixels. */
  width: number;
  height: number;
  durationSeconds?: number;
  expiresAt: string;
}

export interface SpendLimit {
  credits: number;
  period: 'day' | 'week' | 'month' | 'total';
}

export interface EndUser {
  externalUserId: string;
  spendLimit: SpendLimit | null;
  spent: { credits: number; periodEndsAt: string | null };
}

/** The calling key, without its secret. */
export interface KeyRecord {
  id: string;
  name: string;
  masked: string;
  prefix: 'of_live' | 'of_test';
  scopes: string[];
  /** Requests per window; the header `RateLimit-Policy` has its seconds. */
  rateLimit: number;
  requests: number;
  lastUsedAt: string | null;
  revokedAt: string | null;
  expiresAt: string | null;
  spendLimit: SpendLimit | null;
  spent: { credits: number; periodEndsAt: string | null };
  allowedModels: string[] | null;
  allowedIps: string[] | null;
  metadata: Record<string, string>;
  /** Ids of the keys of a rotation. */
  replaces: string | null;
  replacedBy: string | null;
  status: 'active' | 'retiring' | 'disabled' | 'expired' | 'revoked';
  createdAt: string;
  /** What is left of each limit. */
  limits: {
    requests: { limit: number; remaining: number; resetSeconds: number };
    spend: { limit: number; remaining: number; resetsAt: string | null } | null;
  };
}

export type UsageGroup = 'day' | 'modelKey' | 'keyId' | 'modality' | 'externalUserId' | 'status';

export interface UsageItem {
  day?: string;
  modelKey?: string;
  keyId?: string | null;
  modality?: string | null;
  externalUserId?: string | null;
  status?: PredictionStatus;
  count: number;
  completed: number;
  failed: number;
  credits: number;
  refunded: number;
  p50Seconds: number | null;
  p95Seconds: number | null;
}

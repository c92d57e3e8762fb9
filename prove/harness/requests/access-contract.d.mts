export type Modality = 'image' | 'video' | 'audio' | '3d';
export const MODALITIES: readonly Modality[];
export const SCOPES: readonly string[];
export const GOOD_BODIES: Readonly<Record<Modality, object>>;

/** A row of the table: a request, and what it gets. */
export interface Endpoint {
  caller: 'anyone' | 'person' | 'admin' | 'key' | 'key or person';
  method: string;
  /** With placeholders for what a driver prepared: see `Ids`. */
  path: string;
  /** With the same placeholders. A text is sent as it is. */
  body?: object | string;
  /** Status for who may call it. */
  ok: number;
  /** Status for who may call it and belongs to another account. */
  foreign?: number;
  /** Scopes of a key of which any one passes the check of the route. */
  enough?: readonly string[];
  /** Scopes of which one is required for a prediction of the key's own account. */
  own?: readonly string[];
  /** Status that is correct as well while a prediction is processing. */
  early?: number;
  /** Status with the cookie of a session. */
  withCookie?: number;
  /** The code of `ok`. */
  code?: string;
  /** It holds only after the rows above it. */
  inOrder?: boolean;
  /** openapi.json does not describe the response. */
  undescribed?: boolean;
}

export const ENDPOINTS: readonly Endpoint[];

export interface Credential {
  /** A name of the table's credentials. Any other is good for nothing. */
  kind: string;
  scopes?: readonly string[];
  headers: Record<string, string>;
}

/** What the placeholders of the table stand for. */
export interface Ids {
  /** Created by a key, and `mine` by a signed-in user. */
  prediction: Partial<Record<Modality | 'mine', string>>;
  /** Of the same account, as all that follow. */
  key: string;
  account: string;
  user: string;
  email: string;
  password: string;
  /** Another one for each request. */
  new: number;
}

export function expectedOf(endpoint: Endpoint, credential: Credential): { status: number; code?: string };
export function requestOf(endpoint: Endpoint, ids: Ids): { method: string; path: string; body?: unknown };
export function missingFrom<One extends { method: string; template: string }>(operations: One[]): One[];

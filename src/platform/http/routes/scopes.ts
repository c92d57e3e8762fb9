/** The scopes of API keys, as the contract lists them. `write` includes the four `generate:*`. */
export const SCOPES = [
  'read',
  'write',
  'generate:image',
  'generate:video',
  'generate:audio',
  'generate:3d',
  'billing',
] as const;
/** A scope of an API key. */
export type Scope = (typeof SCOPES)[number];

/** The scopes of operator keys. */
export const OPERATOR_SCOPES = [
  'accounts:read',
  'accounts:write',
  'keys:write',
  'credits:write',
  'usage:read',
  'catalogue:write',
] as const;
/** A scope of an operator key. */
export type OperatorScope = (typeof OPERATOR_SCOPES)[number];

/** Each of these allows at least one modality. */
export const GENERATE_SCOPES: readonly Scope[] = [
  'write',
  'generate:image',
  'generate:video',
  'generate:audio',
  'generate:3d',
];

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

/** Each of these allows at least one modality. */
export const GENERATE_SCOPES: readonly Scope[] = [
  'write',
  'generate:image',
  'generate:video',
  'generate:audio',
  'generate:3d',
];

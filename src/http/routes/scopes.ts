/** What an API key may do; the interface's list. `write` is the superset of the four `generate:*`. */
export const SCOPES = [
  'read',
  'write',
  'generate:image',
  'generate:video',
  'generate:audio',
  'generate:3d',
  'billing',
] as const;
export type Scope = (typeof SCOPES)[number];

export const GENERATE_SCOPES: readonly Scope[] = [
  'write',
  'generate:image',
  'generate:video',
  'generate:audio',
  'generate:3d',
];

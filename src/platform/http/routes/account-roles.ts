/** Every dashboard route names the permission that it needs. */

/** The roles of an account's members. Not the role of a user in the installation, `user` or `admin`. */
export const ACCOUNT_ROLES = ['owner', 'admin', 'developer', 'viewer', 'billing'] as const;
/** A role of an account's member. */
export type AccountRole = (typeof ACCOUNT_ROLES)[number];

export const PERMISSIONS = {
  /** The user's own sign-in: password, sessions, email, invitations. */
  self: ACCOUNT_ROLES,
  /** Leaving the account. The route lets owners and admins remove others too. */
  leave: ACCOUNT_ROLES,
  read: ACCOUNT_ROLES,
  generate: ['owner', 'admin', 'developer'],
  /** API keys, and spend limits of end users. */
  keys: ['owner', 'admin', 'developer'],
  /** The name of the account, and its alert about a low balance. */
  settings: ['owner', 'admin', 'billing'],
  buy: ['owner', 'admin', 'billing'],
  /** Payments and receipts, and the pages of the payment service. */
  payments: ['owner', 'billing'],
  /** Deleting the account and exporting all of it. */
  own: ['owner'],
  /** The default: members, invitations, the audit log, and routes of extensions that name nothing. */
  manage: ['owner', 'admin'],
} as const satisfies Record<string, readonly AccountRole[]>;
/** What a member needs to call a dashboard route. */
export type Permission = keyof typeof PERMISSIONS;

export const isAllowed = (role: AccountRole, permission: Permission): boolean =>
  (PERMISSIONS[permission] as readonly AccountRole[]).includes(role);

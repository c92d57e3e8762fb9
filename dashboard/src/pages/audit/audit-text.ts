/** The texts of an audit event. Pure. */
import type { AuditEvent } from './useAudit';

/** The kinds of actors, by the API's names. */
export const ACTORS: Record<AuditEvent['actor']['kind'], string> = {
  user: 'User',
  admin: 'Administrator',
  api_key: 'API key',
  operator_key: 'Operator key',
  command: 'Command of the operator',
  payment_provider: 'Payment service',
  system: 'The service itself',
};

/** What is recorded; extensions add their own. */
export const ACTIONS = [
  'account.alert_changed',
  'account.created',
  'account.deleted',
  'account.earlier_ended',
  'account.erased',
  'account.exported',
  'account.limits_changed',
  'account.plan_changed',
  'account.renamed',
  'account.suspended',
  'account.suspension_lifted',
  'catalogue.model_changed',
  'catalogue.model_restored',
  'catalogue.pack_changed',
  'catalogue.pack_restored',
  'catalogue.plan_changed',
  'catalogue.plan_restored',
  'checkout.started',
  'credits.adjusted',
  'credits.granted',
  'end_user.limit_removed',
  'end_user.limited',
  'invitation.created',
  'invitation.withdrawn',
  'key.changed',
  'key.created',
  'key.revoked',
  'key.rotated',
  'key.spend_limit_removed',
  'key.spend_limited',
  'ledger.verification_started',
  'link.created',
  'member.joined',
  'member.left',
  'member.removed',
  'member.role_changed',
  'operator_key.created',
  'operator_key.revoked',
  'password.changed',
  'password.reset',
  'payment.dispute_won',
  'payment.disputed',
  'payment.given_back',
  'payment.granted',
  'payment.refund_failed',
  'payment.refund_requested',
  'payment.refunded',
  'payment.rejected',
  'payment.taken_back',
  'prediction.cancelled',
  'prediction.failed',
  'provider.checked',
  'session.account_switched',
  'session.ended',
  'session.others_ended',
  'subscription.begun',
  'subscription.changed',
  'subscription.end_requested',
  'subscription.end_withdrawn',
  'subscription.ended',
  'subscription.payment_failed',
  'user.created',
  'user.email_verified',
  'user.role_changed',
];

/** Returns `Key created` for `key.created`. */
export function actionLabel(action: string): string {
  const words = action.replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What is recorded, in words. */
export const ACTION_LABELS: ReadonlyMap<string, string> = new Map(
  ACTIONS.map((action) => [action, actionLabel(action)]),
);

const NONE = 'none';

export interface Change {
  name: string;
  /** Null: the event has no earlier value. */
  before: string | null;
  after: string | null;
}

/** Returns the settings of an event that differ, those of `before` first. What was created without a setting does not name it. */
export function changesOf({ before, after }: Pick<AuditEvent, 'before' | 'after'>): Change[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names]
    .map((name) => ({ name, before: textIn(before, name), after: textIn(after, name) }))
    .filter((change) => change.before !== change.after && !(before === null && change.after === NONE));
}

function textIn(settings: AuditEvent['before'], name: string): string | null {
  if (settings === null || !(name in settings)) return null;
  const value = settings[name];
  if (value === null) return NONE;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

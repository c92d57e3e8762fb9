import { LEDGER_CHECKS, type LedgerFinding, type LedgerVerification } from '../credits/index.js';
import { Field, NullableField, publicId, SuccessBody } from '../platform/http/index.js';

const STATES = ['running', 'done', 'interrupted'] as const satisfies readonly LedgerVerification['state'][];

export class FindingView {
  @Field('The invariant that does not hold.')
  check!: string;
  @NullableField.text('Whose money it is; null for the whole ledger.')
  accountId!: string | null;
  @NullableField.text('The email of the account’s first user.', { example: 'ada@example.com' })
  email!: string | null;
  @NullableField.text('Where one prediction is off.')
  predictionId!: string | null;
  @Field('Amounts in it are thousandths of a credit.')
  detail!: string;
}

export class VerificationView {
  @Field.oneOf(STATES, 'interrupted: the service was stopped before it was done.')
  state!: LedgerVerification['state'];
  @Field.instant() startedAt!: string;
  @NullableField.instant() finishedAt!: string | null;
  @Field('The administrator who requested it.')
  requestedBy!: string;
  @NullableField.boolean('Everything adds up; null until it is done.')
  ok!: boolean | null;
  @NullableField.integer() accounts!: number | null;
  @NullableField.integer() transfers!: number | null;
  @Field.list(String, 'The checked invariants.')
  checks!: string[];
  @NullableField.integer() findingsTotal!: number | null;
  @Field.list(FindingView, 'The first 100.')
  findings!: FindingView[];
}

export class VerificationBody extends SuccessBody {
  @NullableField.object(VerificationView, 'The latest; null when there was none.')
  verification!: VerificationView | null;
}

/** The findings do not say who the accounts are. */
export function findingsOf(latest: LedgerVerification | null): Omit<FindingView, 'email'>[] {
  return latest?.result?.findings.map(showFinding) ?? [];
}

/** @param findings of `findingsOf`, with emails. */
export function showVerification(
  latest: LedgerVerification | null,
  findings: FindingView[],
): VerificationBody {
  if (!latest) return { success: true, verification: null };
  const { state, requestedBy, startedAt, finishedAt, result } = latest;
  return {
    success: true,
    verification: {
      state,
      startedAt: startedAt.toISOString(),
      finishedAt: finishedAt?.toISOString() ?? null,
      requestedBy: publicId('usr', requestedBy),
      ok: result && result.findingsTotal === 0,
      accounts: result?.accounts ?? null,
      transfers: result?.transfers ?? null,
      checks: LEDGER_CHECKS,
      findingsTotal: result?.findingsTotal ?? null,
      findings,
    },
  };
}

function showFinding({ check, subject, account, detail }: LedgerFinding): Omit<FindingView, 'email'> {
  const isPrediction = account !== null && subject !== account;
  return {
    check,
    accountId: account === null ? null : publicId('acc', account),
    predictionId: isPrediction ? publicId('pred', subject) : null,
    detail,
  };
}

import { LEDGER_CHECKS, type LedgerFinding, type LedgerVerification } from '../credits/index.js';
import { ApiProperty, publicId } from '../platform/http/index.js';

const STATES = ['running', 'done', 'interrupted'] as const satisfies readonly LedgerVerification['state'][];

export class FindingView {
  @ApiProperty({ description: 'The invariant that does not hold.' })
  check!: string;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Whose money it is; null for the whole ledger.',
  })
  accountId!: string | null;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The email of the account’s first user.',
    example: 'ada@example.com',
  })
  email!: string | null;
  @ApiProperty({ type: 'string', nullable: true, description: 'Where one prediction is off.' })
  predictionId!: string | null;
  @ApiProperty({ description: 'Amounts in it are thousandths of a credit.' })
  detail!: string;
}

export class VerificationView {
  @ApiProperty({ enum: STATES, description: 'interrupted: the service was stopped before it was done.' })
  state!: LedgerVerification['state'];
  @ApiProperty({ format: 'date-time' })
  startedAt!: string;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true })
  finishedAt!: string | null;
  @ApiProperty({ description: 'The administrator who requested it.' })
  requestedBy!: string;
  @ApiProperty({ type: 'boolean', nullable: true, description: 'Everything adds up; null until it is done.' })
  ok!: boolean | null;
  @ApiProperty({ type: 'integer', nullable: true })
  accounts!: number | null;
  @ApiProperty({ type: 'integer', nullable: true })
  transfers!: number | null;
  @ApiProperty({ type: [String], description: 'The checked invariants.' })
  checks!: string[];
  @ApiProperty({ type: 'integer', nullable: true })
  findingsTotal!: number | null;
  @ApiProperty({ type: [FindingView], description: 'The first 100.' })
  findings!: FindingView[];
}

export class VerificationBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({
    type: VerificationView,
    nullable: true,
    description: 'The latest; null when there was none.',
  })
  verification!: VerificationView | null;
}

/** The findings of a verification, without who the accounts are. */
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

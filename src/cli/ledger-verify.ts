/**
 * `offprint ledger verify`: runs every check of the ledger, prints each finding as it is found, and exits with 1 if there
 * was one. Continues where the last verification ended; `--all` reads everything anew; `--skip-if-running` exits with 0 while
 * another one runs, for timers on several machines.
 */
import {
  LEDGER_CHECKS,
  type LedgerFinding,
  LedgerVerifier,
  VerificationRefused,
  VerificationRunning,
} from '../credits/index.js';
import { publicId } from '../platform/http/index.js';
import { CommandError, createCommand, FLAG, print } from './command.js';

export const ledgerVerify = createCommand({
  usage: 'usage: offprint ledger verify [--all] [--skip-if-running]',
  options: { all: FLAG, 'skip-if-running': FLAG },
  read:
    ({ all, 'skip-if-running': skips }) =>
    async (app) => {
      const options = { all, onFindings: findingsPrinter(), signal: endedBySignal() };
      const report = await app
        .get(LedgerVerifier)
        .verify(options)
        .catch((error: unknown) => {
          if (skips && error instanceof VerificationRunning) return null;
          throw error instanceof VerificationRefused ? new CommandError(error.message) : error;
        });
      if (!report) return print('skipped: another verification is running');
      const { accounts, transfers, newTransfers, findings } = report;
      const checked = `${accounts} accounts and ${transfers} ledger entries (${newTransfers} of them read now), ${LEDGER_CHECKS.length} checks`;
      if (findings === 0) return print(`${checked}: everything adds up`);
      print(`${checked}: ${described(findings)} (amounts in thousandths of a credit)`);
      return 1;
    },
});

/** Stops between two parts, so that the command ends at once: `run-command.ts` prints the message. */
function endedBySignal(): AbortSignal {
  const ended = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ended.abort());
  return ended.signal;
}

const described = (findings: number) => (findings === 1 ? '1 finding' : `${findings} findings`);

/** The account is repeated above its findings when another one came in between. */
function findingsPrinter(): (findings: LedgerFinding[]) => void {
  let current: string | undefined;
  return (findings) => {
    const lines = [...findings].sort(byAccount).map((finding) => {
      const account = finding.account === null ? 'the ledger as a whole' : publicId('acc', finding.account);
      const heading = account === current ? '' : `${account} is off:\n`;
      current = account;
      return heading + describe(finding);
    });
    process.stdout.write(lines.join(''));
  };
}

function byAccount(a: LedgerFinding, b: LedgerFinding): number {
  return (a.account ?? '') < (b.account ?? '') ? -1 : Number(a.account !== b.account);
}

function describe({ check, subject, account, detail }: LedgerFinding): string {
  const where = account === null || subject === account ? '' : ` (${publicId('pred', subject)})`;
  return `  - ${check}${where}: ${detail}\n`;
}

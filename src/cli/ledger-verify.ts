/** `npm run ledger:verify`: runs every check of the ledger, and exits with 1 naming each account that fails one. */
import { parseArgs } from 'node:util';
import { LEDGER_CHECKS, type LedgerFinding, LedgerVerifier } from '../credits/index.js';
import { publicId } from '../http/index.js';
import type { Command } from './command.js';

export const ledgerVerify: Command = {
  usage: 'usage: npm run ledger:verify',
  read(argv) {
    parseArgs({ args: argv, options: {} });
    return async (app) => {
      const { accounts, transfers, findings } = await app.get(LedgerVerifier, { strict: false }).verify();
      const checked = `${accounts} accounts and ${transfers} ledger entries, ${LEDGER_CHECKS.length} checks`;
      if (findings.length === 0) {
        process.stdout.write(`${checked}: everything adds up\n`);
        return 0;
      }
      const groups = byAccount(findings);
      for (const [account, found] of groups) process.stdout.write(`${describe(account, found)}\n`);
      const off = groups.size === 1 ? '1 account is' : `${groups.size} accounts are`;
      process.stdout.write(`${checked}: ${off} off (amounts above are thousandths of a credit)\n`);
      return 1;
    };
  },
};

function byAccount(findings: LedgerFinding[]): Map<string, LedgerFinding[]> {
  const groups = new Map<string, LedgerFinding[]>();
  // The whole ledger comes last: it fails only because an account does.
  const ordered = [...findings].sort((a, b) => Number(a.account === null) - Number(b.account === null));
  for (const finding of ordered) {
    const name = finding.account === null ? 'the ledger as a whole' : publicId('acc', finding.account);
    groups.set(name, [...(groups.get(name) ?? []), finding]);
  }
  return groups;
}

function describe(account: string, findings: LedgerFinding[]): string {
  const lines = findings.map(({ check, subject, account: id, detail }) => {
    const where = id === null || subject === id ? '' : ` (${publicId('pred', subject)})`;
    return `  - ${check}${where}: ${detail}`;
  });
  return [`${account} is off:`, ...lines].join('\n');
}

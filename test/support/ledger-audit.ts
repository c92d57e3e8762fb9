/** Runs `ledger:verify --all` on any database. */
import { DataSource } from 'typeorm';
import { type LedgerFinding, type LedgerReport, LedgerVerifier } from '../../src/credits/ledger-verifier.js';
import { Database, dataSourceOptions } from '../../src/platform/database/index.js';

export async function auditLedger(
  url: string,
): Promise<Omit<LedgerReport, 'findings'> & { findings: LedgerFinding[] }> {
  const source = await new DataSource(dataSourceOptions(url)).initialize();
  try {
    const findings: LedgerFinding[] = [];
    const onFindings = (found: LedgerFinding[]) => void findings.push(...found);
    const report = await new LedgerVerifier(new Database(source)).verify({ all: true, onFindings });
    return { ...report, findings };
  } finally {
    await source.destroy();
  }
}

/** Fails the test with all findings. @returns "ledger verified, 12 transfers" for the trial's output. */
export async function expectSoundLedger(url: string): Promise<string> {
  const { findings, accounts, transfers } = await auditLedger(url);
  expect(findings).toEqual([]);
  return `ledger verified (${accounts} accounts, ${transfers} transfers)`;
}

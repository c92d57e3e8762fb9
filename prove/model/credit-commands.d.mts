import type { TestService } from '../../src/testing/index.js';

export interface Balance {
  balance: number;
  owed: number;
  expiring: { at: number; amount: number }[];
}
export class CreditCommands {
  constructor(service: TestService, parts: Readonly<Record<string, unknown>>);
  now(): number;
  pass(minutes: number): Promise<void>;
  openAccount(): Promise<string>;
  grant(accountId: string, amount: number, at: number): Promise<void>;
  charge(accountId: string, amount: number): Promise<string | null>;
  settle(ids: string | string[], status: 'completed' | 'failed'): Promise<void>;
  work(): Promise<void>;
  balanceOf(accountId: string): Promise<Balance>;
  expiriesOf(accountId: string): Promise<{ at: Date; amount: string; is_late: boolean }[]>;
}

import { bodyOf, Field } from '../platform/http/index.js';
import { BalanceAlertFields, showBalanceAlert } from './alerts/balance-alert.dto.js';
import { toCredits } from './amount.js';
import { ApiExpiring, ExpiringCredits } from './credits.dto.js';
import type { Wallet } from './credits.service.js';

export class WalletView extends BalanceAlertFields {
  @Field('Spendable credits; at most 3 decimals.', { example: 974.5 })
  balance!: number;
  @Field('Credits of predictions that are not done.', { example: 4 })
  held!: number;
  @Field('Credits that the account owes: see GET /api/credits/balance.', { example: 0 })
  owed!: number;
  @Field('The key of the account’s plan.', { example: 'free' })
  plan!: string;
  @Field.instant('When the balance last changed.')
  updatedAt!: string;
}

export class WalletBody extends bodyOf(WalletView) {}

export class DashboardBalanceBody extends WalletBody {
  @ApiExpiring() expiring!: ExpiringCredits[];
}

export function showWallet(wallet: Wallet): WalletView {
  const { balance, held, owed, plan, updatedAt } = wallet;
  return {
    balance: toCredits(balance),
    held: toCredits(held),
    owed: toCredits(owed),
    plan,
    updatedAt: updatedAt.toISOString(),
    ...showBalanceAlert(wallet),
  };
}

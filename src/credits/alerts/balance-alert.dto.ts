import { Field, NullableField } from '../../platform/http/index.js';
import { toCredits } from '../amount.js';
import type { Wallet } from '../credits.service.js';

export class BalanceAlertFields {
  @NullableField.number(
    'Credits. A balance below them is low, and each crossing sends a mail. Null: no alert.',
    { example: 100 },
  )
  alertBelow!: number | null;

  @Field('Whether the balance is below `alertBelow`.', { example: false })
  isLow!: boolean;
}

export function showBalanceAlert({
  balance,
  alertBelow,
}: Pick<Wallet, 'balance' | 'alertBelow'>): BalanceAlertFields {
  return {
    alertBelow: alertBelow === null ? null : toCredits(alertBelow),
    isLow: alertBelow !== null && balance < alertBelow,
  };
}

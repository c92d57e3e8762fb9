import { Anchor, SimpleGrid, Text } from '@mantine/core';
import { Link } from 'react-router';
import { amount } from '../../../text/amounts';
import { Figure } from '../../../ui/Figure';
import { money } from '../../credits/billing/money';
import { comparison, share } from './comparison';
import type { AdminOverview, Figures } from './useAdminOverview';

const COLUMNS = { base: 2, md: 4 };

/** Shows money, load and failures of all accounts, beside those of the range before. */
export function OverviewFigures({ overview }: { overview: AdminOverview }) {
  const { current, previous, load, outstanding, owed } = overview;
  const ended = current.completed + current.failed;
  return (
    <SimpleGrid cols={COLUMNS}>
      <Figure
        label="Revenue, credits"
        value={amount(revenueOf(current))}
        note={comparison(revenueOf(current), revenueOf(previous))}
      />
      <Figure
        label="Margin, credits"
        value={current.margin === null ? '–' : amount(current.margin)}
        note={
          current.margin === null || previous.margin === null
            ? 'engineCost is missing for a model'
            : comparison(current.margin, previous.margin)
        }
      />
      <Figure label="Paid" value={paidOf(current)} note={<PaymentsNote figures={current} />} />
      <Figure
        label="Outstanding, credits"
        value={amount(outstanding)}
        note={owed > 0 ? `${amount(owed)} owed by accounts` : 'in all accounts now'}
      />
      <Figure
        label="Predictions"
        value={amount(current.count)}
        note={comparison(current.count, previous.count)}
      />
      <Figure
        label="Failed"
        value={share(current.failed, ended)}
        note={
          <Anchor component={Link} to="/admin/predictions?status=failed" inherit>
            {amount(current.failed)} of {amount(ended)} that ended
          </Anchor>
        }
      />
      <Figure
        label="In progress"
        value={`${load.isComplete ? '' : '≥ '}${amount(load.waiting + load.running)}`}
        note={`${amount(load.waiting)} waiting, ${amount(load.running)} begun`}
      />
      <Figure
        label="Active accounts"
        value={current.activeAccounts === null ? 'many' : amount(current.activeAccounts)}
        note={`${current.newAccounts === null ? 'many' : amount(current.newAccounts)} new`}
      />
    </SimpleGrid>
  );
}

const revenueOf = ({ credits, refunded }: Figures) => credits - refunded;

/** Currencies are not added up. */
function paidOf({ payments }: Figures): string {
  if (!payments) return 'many';
  if (payments.items.length === 0) return '–';
  return payments.items
    .map(({ amount: paid, reversed, currency }) => money(paid - reversed, currency))
    .join(', ');
}

function PaymentsNote({ figures: { payments } }: { figures: Figures }) {
  if (!payments) return <Text span>more than 20,000 payments</Text>;
  const count = payments.items.reduce((sum, item) => sum + item.count, 0);
  return (
    <Text span>
      {amount(count)} {count === 1 ? 'payment' : 'payments'}, {amount(payments.credits)} credits
    </Text>
  );
}

import { Anchor, Badge, SimpleGrid } from '@mantine/core';
import { Link } from 'react-router';
import type { Overview } from '../../api/types';
import { amount } from '../../text/amounts';
import { Figure } from '../../ui/Figure';

/** Shows the key figures of the account. */
export function Summary({ overview: { balance, held, plan, days } }: { overview: Overview }) {
  const sum = (field: 'spent' | 'refunded') => days.reduce((total, day) => total + day[field], 0);
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      <Figure
        label="Balance"
        value={amount(balance)}
        note={
          <Anchor component={Link} to="/credits" inherit>
            Statement
          </Anchor>
        }
      >
        <Badge variant="light" tt="none">
          {plan} plan
        </Badge>
      </Figure>
      <Figure label="On hold" value={amount(held)} note="for predictions in progress" />
      <Figure label="Spent" value={amount(sum('spent'))} note={`in ${days.length} days`} />
      <Figure label="Refunded" value={amount(sum('refunded'))} note="for failed predictions" />
    </SimpleGrid>
  );
}

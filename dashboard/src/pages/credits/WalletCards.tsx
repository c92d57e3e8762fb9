import { SimpleGrid, Skeleton } from '@mantine/core';
import { amount } from '../../text/amounts';
import { Figure } from '../../ui/Figure';
import { Moment } from '../../ui/Moment';
import { QueryView } from '../../ui/QueryView';
import { useWallet } from './useCredits';

export function WalletCards() {
  const query = useWallet();
  return (
    <QueryView query={query} skeleton={<Skeleton h={100} />}>
      {({ balance, held, plan, updatedAt }) => (
        <SimpleGrid cols={{ base: 2, xs: 3 }}>
          <Figure
            label="Balance"
            value={amount(balance)}
            note={
              <>
                changed <Moment at={updatedAt} />
              </>
            }
          />
          <Figure label="On hold" value={amount(held)} note="for predictions in progress" />
          <Figure label="Plan" value={plan} note="of this account" />
        </SimpleGrid>
      )}
    </QueryView>
  );
}

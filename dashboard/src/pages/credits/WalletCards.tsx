import { Alert, Badge, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { amount, credits } from '../../text/amounts';
import { Figure } from '../../ui/Figure';
import { Moment } from '../../ui/Moment';
import { QueryView } from '../../ui/QueryView';
import { useWallet } from './useCredits';

export function WalletCards() {
  const query = useWallet();
  return (
    <QueryView query={query} skeleton={<Skeleton h={100} />}>
      {({ balance, held, owed, isLow, plan, updatedAt, expiring: [next] }) => (
        <>
          {owed > 0 && (
            <Alert color="red" mb="md" title={`This account owes ${credits(owed)}`}>
              A payment was taken back after its credits were spent. Incoming credits cover it first; until
              then no prediction starts.
            </Alert>
          )}
          <SimpleGrid cols={{ base: 2, xs: 3 }}>
            <Figure
              label="Balance"
              value={amount(balance)}
              note={
                <>
                  changed <Moment at={updatedAt} />
                </>
              }
            >
              {isLow && (
                <Badge variant="light" color="orange" tt="none">
                  Low
                </Badge>
              )}
            </Figure>
            <Figure label="On hold" value={amount(held)} note="for predictions in progress" />
            <Figure label="Plan" value={plan} note="of this account" />
          </SimpleGrid>
          {next && (
            <Text size="sm" c="dimmed" mt="sm">
              {credits(next.credits)} expire <Moment at={next.at} />. They are spent first.
            </Text>
          )}
        </>
      )}
    </QueryView>
  );
}

import { Card, SimpleGrid, Text, Title } from '@mantine/core';
import { credits } from '../../../text/amounts';
import { ProblemAlert } from '../../../ui/ProblemAlert';
import { money } from './money';
import { Offer } from './Offer';
import { type Order, useCheckout, usePacks } from './useBilling';

/** Offers packs of credits. Shows nothing where nothing is for sale. */
export function PacksCard() {
  const { data } = usePacks();
  const checkout = useCheckout();
  if (!data?.available) return null;
  const isLeaving = checkout.isPending || checkout.isSuccess;
  return (
    <Card>
      <Title order={2} mb="xs">
        Buy credits
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        You pay at the payment service. The credits arrive when it has reported the payment.
      </Text>
      <ProblemAlert error={checkout.error} mb="md" />
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {data.items.map((pack) => (
          <Offer
            key={pack.id}
            title={pack.title}
            text={
              <>
                {pack.description ?? credits(pack.credits)}
                {pack.expiresInDays !== null && <div>{expiryText(pack.expiresInDays)}</div>}
              </>
            }
            price={money(pack.price.amount, pack.price.currency)}
            action="Buy"
            isChosen={isLeaving && isOf(checkout.variables, pack.id)}
            isDisabled={isLeaving}
            choose={() => checkout.mutate({ pack: pack.id })}
          />
        ))}
      </SimpleGrid>
    </Card>
  );
}

const isOf = (order: Order, pack: string) => 'pack' in order && order.pack === pack;

const expiryText = (days: number) => (days === 1 ? 'Expires after a day' : `Expires after ${days} days`);

import { Button, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { credits } from '../../../text/amounts';
import { ProblemAlert } from '../../../ui/ProblemAlert';
import { money } from './money';
import { type Pack, useCheckout, usePacks } from './useBilling';

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
          <PackOffer
            key={pack.id}
            pack={pack}
            isChosen={isLeaving && checkout.variables === pack.id}
            isDisabled={isLeaving}
            buy={() => checkout.mutate(pack.id)}
          />
        ))}
      </SimpleGrid>
    </Card>
  );
}

interface PackOfferProps {
  pack: Pack;
  isChosen: boolean;
  isDisabled: boolean;
  buy: () => void;
}

function PackOffer({ pack, isChosen, isDisabled, buy }: PackOfferProps) {
  const { title, description, price } = pack;
  return (
    <Card withBorder padding="md">
      <Stack justify="space-between" h="100%">
        <div>
          <Text fw={600}>{title}</Text>
          <Text size="sm" c="dimmed">
            {description ?? credits(pack.credits)}
          </Text>
        </div>
        <Group justify="space-between">
          <Text fw={600} className="figures">
            {money(price.amount, price.currency)}
          </Text>
          <Button
            size="xs"
            aria-label={`Buy ${title}`}
            loading={isChosen}
            disabled={isDisabled && !isChosen}
            onClick={buy}
          >
            Buy
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}

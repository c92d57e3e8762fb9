import { Button, Card, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface OfferProps {
  title: string;
  text: ReactNode;
  price: string;
  /** The word on the button. */
  action: string;
  isChosen: boolean;
  isDisabled: boolean;
  choose: () => void;
}

/** Shows what can be bought, with its price and its button. */
export function Offer({ title, text, price, action, isChosen, isDisabled, choose }: OfferProps) {
  return (
    <Card withBorder padding="md">
      <Stack justify="space-between" h="100%">
        <div>
          <Text fw={600}>{title}</Text>
          <Text size="sm" c="dimmed" component="div">
            {text}
          </Text>
        </div>
        <Group justify="space-between">
          <Text fw={600} className="figures">
            {price}
          </Text>
          <Button
            size="xs"
            aria-label={`${action} ${title}`}
            loading={isChosen}
            disabled={isDisabled && !isChosen}
            onClick={choose}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}

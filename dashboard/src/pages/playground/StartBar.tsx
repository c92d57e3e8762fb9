import { Button, Group, Stack, Text } from '@mantine/core';
import { asProblem } from '../../api/problem';
import { credits } from '../../text/amounts';
import { IconWand } from '../../ui/icons';
import { WaitNotice } from '../../ui/WaitNotice';
import type { Price } from './useQuote';
import type { useStart } from './useStart';

interface StartBarProps {
  price: Price;
  canQuote: boolean;
  starting: ReturnType<typeof useStart>;
}

/** Renders the start button with the price beside it. */
export function StartBar({ price, canQuote, starting }: StartBarProps) {
  const { waiting, isPending, stopWaiting } = starting;
  return (
    <Stack gap="sm">
      {waiting && (
        <>
          <WaitNotice problem={waiting.problem} />
          <Button variant="default" size="xs" onClick={stopWaiting}>
            Stop waiting
          </Button>
        </>
      )}
      <Group justify="space-between" wrap="nowrap">
        <div role="status" aria-label="Price" aria-busy={canQuote && !price.isCurrent && !price.error}>
          <PriceText price={price} canQuote={canQuote} />
        </div>
        <Button
          type="submit"
          flex="none"
          loading={isPending}
          leftSection={<IconWand size={16} aria-hidden />}
        >
          Generate
        </Button>
      </Group>
    </Stack>
  );
}

function PriceText({
  price: { quote, isCurrent, error },
  canQuote,
}: Pick<StartBarProps, 'price' | 'canQuote'>) {
  if (!canQuote)
    return (
      <Text size="sm" c="dimmed">
        Fill in the form to see the price.
      </Text>
    );
  if (error)
    return (
      <Text size="sm" c="dimmed">
        {asProblem(error).details[0]?.message ?? asProblem(error).message}
      </Text>
    );
  if (!quote)
    return (
      <Text size="sm" c="dimmed">
        Calculating the price …
      </Text>
    );
  return (
    <>
      <Text fw={650} c={isCurrent ? undefined : 'dimmed'} className="figures">
        {credits(quote.creditCost)}
      </Text>
      <Text size="xs" c={quote.affordable ? 'dimmed' : 'var(--mantine-color-error)'} className="figures">
        {quote.affordable ? 'of' : 'more than'} {credits(quote.balance)}
      </Text>
    </>
  );
}

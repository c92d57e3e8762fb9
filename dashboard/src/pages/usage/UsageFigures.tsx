import { SimpleGrid } from '@mantine/core';
import { amount } from '../../text/amounts';
import { Figure } from '../../ui/Figure';
import { failureRate, sumsOf } from './usage-sums';
import type { UsageItem } from './useUsage';

/** Shows the sums of a report. */
export function UsageFigures({ items }: { items: UsageItem[] }) {
  const sums = sumsOf(items);
  const { count, completed, failed, credits, refunded } = sums;
  const processing = count - completed - failed;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      <Figure
        label="Predictions"
        value={amount(count)}
        note={processing > 0 ? `${amount(processing)} in progress` : 'all ended'}
      />
      <Figure label="Credits charged" value={amount(credits)} note="when the predictions started" />
      <Figure label="Credits refunded" value={amount(refunded)} note="of predictions that failed" />
      <Figure
        label="Failed"
        value={failureRate(sums) ?? '–'}
        note={`${amount(failed)} ${failed === 1 ? 'prediction' : 'predictions'}`}
      />
    </SimpleGrid>
  );
}

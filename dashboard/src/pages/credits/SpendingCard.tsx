import { Card, Group, SegmentedControl, Skeleton, Text, Title } from '@mantine/core';
import { Suspense, useState } from 'react';
import { credits } from '../../text/amounts';
import { lazyPart } from '../../ui/load-part';
import { QueryView } from '../../ui/QueryView';
import { useSpending } from './useCredits';

// The chart library is loaded after the page.
const SpendingBars = lazyPart(() => import('./SpendingBars'));

const HEIGHT_PX = 200;

interface SpendingCardProps {
  from: string | undefined;
  to: string | undefined;
}

/** Shows spending by model or key for the statement's date range. */
export function SpendingCard({ from, to }: SpendingCardProps) {
  const [by, setBy] = useState<'model' | 'key'>('model');
  const query = useSpending(by, { from, to });
  return (
    <Card>
      <Group justify="space-between" mb="md">
        <Title order={2}>Spending {from ? 'in this period' : 'in the last 30 days'}</Title>
        <SegmentedControl
          size="xs"
          aria-label="Spent by"
          value={by}
          onChange={(chosen) => setBy(chosen)}
          data={[
            { value: 'model', label: 'By model' },
            { value: 'key', label: 'By key' },
          ]}
        />
      </Group>
      <QueryView query={query} skeleton={<Skeleton h={HEIGHT_PX} />}>
        {({ items, total }) => (
          <>
            <Text size="sm" c="dimmed" mb="md">
              {credits(total.spent)} spent and {credits(total.refunded)} refunded, for {total.predictions}{' '}
              predictions.
            </Text>
            {items.length > 0 && (
              <Suspense fallback={<Skeleton h={HEIGHT_PX} />}>
                <SpendingBars items={items} />
              </Suspense>
            )}
          </>
        )}
      </QueryView>
    </Card>
  );
}

import { Card, Stack, Text, Title } from '@mantine/core';
import type { Overview } from '../../api/types';
import { UsageBar } from '../../ui/UsageBar';

type Limits = Overview['limits'];

/** Shows limit and current usage of the platform, the dashboard and each key. */
export function LimitsCard({ limits: { platform, dashboard, keys, windowSeconds } }: { limits: Limits }) {
  return (
    <Card>
      <Title order={2}>Limits</Title>
      <Text size="sm" c="dimmed" mb="sm">
        Requests in the last {windowSeconds} seconds
      </Text>
      <Stack gap="sm">
        <UsageBar label={platformLabel(platform.countedOver)} used={platform.used} limit={platform.limit} />
        <UsageBar label="This dashboard" used={dashboard.used} limit={dashboard.limit} />
        {keys.map(({ id, name, used, limit }) => (
          <UsageBar key={id} label={`Key “${name}”`} used={used} limit={limit} />
        ))}
      </Stack>
    </Card>
  );
}

function platformLabel(countedOver: Limits['platform']['countedOver']): string {
  return countedOver === 'platform' ? 'Platform, your share' : 'Platform';
}

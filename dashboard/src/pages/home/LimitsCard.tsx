import { Card, Group, Progress, Stack, Text, Title } from '@mantine/core';
import type { Overview } from '../../api/types';
import { amount } from '../../text/amounts';

type Limits = Overview['limits'];

/** The bar turns orange from this percentage on. */
const WARNING_PERCENT = 80;

/** Shows limit and current usage of the platform, the dashboard and each key. */
export function LimitsCard({ limits: { platform, dashboard, keys, windowSeconds } }: { limits: Limits }) {
  return (
    <Card>
      <Title order={2}>Limits</Title>
      <Text size="sm" c="dimmed" mb="sm">
        Requests in the last {windowSeconds} seconds
      </Text>
      <Stack gap="sm">
        <Usage label={platformLabel(platform.countedOver)} usage={platform} />
        <Usage label="This dashboard" usage={dashboard} />
        {keys.map((key) => (
          <Usage key={key.id} label={`Key “${key.name}”`} usage={key} />
        ))}
      </Stack>
    </Card>
  );
}

function platformLabel(countedOver: Limits['platform']['countedOver']): string {
  return countedOver === 'platform' ? 'Platform, your share' : 'Platform';
}

function Usage({ label, usage: { limit, used } }: { label: string; usage: { limit: number; used: number } }) {
  const percent = Math.min(100, (100 * used) / limit);
  return (
    <div>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" truncate title={label}>
          {label}
        </Text>
        <Text size="sm" c="dimmed" className="figures" style={{ whiteSpace: 'nowrap' }}>
          {amount(used)} of {amount(limit)}
        </Text>
      </Group>
      <Progress
        value={percent}
        color={percent >= WARNING_PERCENT ? 'orange' : undefined}
        aria-label={label}
        mt={4}
      />
    </div>
  );
}

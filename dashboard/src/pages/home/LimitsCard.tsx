import { Card, Group, Progress, Stack, Text, Title } from '@mantine/core';
import type { Overview } from '../../api/types';
import { amount } from '../../text/amounts';

type Limits = Overview['limits'];

/** Above it, the limit is close enough to be seen. */
const NEARLY_PERCENT = 80;

/** The limit of the platform and those of the keys, and what was used of each. */
export function LimitsCard({ limits: { platform, dashboard, keys, windowSeconds } }: { limits: Limits }) {
  return (
    <Card>
      <Title order={2}>Limits</Title>
      <Text size="sm" c="dimmed" mb="sm">
        Requests in the last {windowSeconds} seconds
      </Text>
      <Stack gap="sm">
        <Use label={platformLabel(platform.countedOver)} use={platform} />
        <Use label="This dashboard" use={dashboard} />
        {keys.map((key) => (
          <Use key={key.id} label={`Key “${key.name}”`} use={key} />
        ))}
      </Stack>
    </Card>
  );
}

function platformLabel(countedOver: Limits['platform']['countedOver']): string {
  return countedOver === 'platform' ? 'Platform, your part' : 'Platform';
}

function Use({ label, use: { limit, used } }: { label: string; use: { limit: number; used: number } }) {
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
        color={percent >= NEARLY_PERCENT ? 'orange' : undefined}
        aria-label={label}
        mt={4}
      />
    </div>
  );
}

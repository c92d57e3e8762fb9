import { Group, Progress, Text } from '@mantine/core';

/** The bar turns orange from this share of the limit on. */
const WARNING_RATIO = 0.85;

/** Shows the number of active keys and the limit. */
export function ActiveKeysMeter({ active, limit }: { active: number; limit: number }) {
  const isFull = active >= limit;
  return (
    <Group gap="md">
      <Progress
        value={(100 * active) / limit}
        color={isFull ? 'red' : active >= WARNING_RATIO * limit ? 'orange' : undefined}
        w={160}
        aria-label="Active keys"
      />
      <Text size="sm" c="dimmed" role="status">
        {active} of {limit} active keys.
        {isFull && ' Revoke one to create another.'}
      </Text>
    </Group>
  );
}

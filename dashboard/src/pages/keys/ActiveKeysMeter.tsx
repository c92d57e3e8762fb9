import { Group, Progress, Text } from '@mantine/core';

/** From here on, the limit is worth a warning. */
const NEARLY = 0.85;

/** How many keys there are and how many there may be, before the limit is hit. */
export function ActiveKeysMeter({ active, limit }: { active: number; limit: number }) {
  const isFull = active >= limit;
  return (
    <Group gap="md">
      <Progress
        value={(100 * active) / limit}
        color={isFull ? 'red' : active >= NEARLY * limit ? 'orange' : undefined}
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

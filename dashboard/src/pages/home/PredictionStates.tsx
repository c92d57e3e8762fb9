import { Anchor, Card, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { Overview, PredictionState } from '../../api/types';
import { STATES } from '../../text/labels';

const COLORS: Record<PredictionState, string> = { completed: 'teal', processing: 'indigo', failed: 'red' };
const ORDER: PredictionState[] = ['completed', 'processing', 'failed'];

/** Counts the predictions of the last 30 days by state. */
export function PredictionStates({ counts }: { counts: Overview['predictions'] }) {
  const total = ORDER.reduce((sum, state) => sum + counts[state], 0);
  return (
    <Card>
      <Group justify="space-between" mb="sm">
        <Title order={2}>Predictions</Title>
        <Text size="sm" c="dimmed" className="figures">
          {total} in 30 days
        </Text>
      </Group>
      <Progress.Root size="lg" mb="sm" aria-hidden>
        {ORDER.map((state) => (
          <Progress.Section
            key={state}
            value={total === 0 ? 0 : (100 * counts[state]) / total}
            color={COLORS[state]}
            withAria={false}
          />
        ))}
      </Progress.Root>
      <Stack gap={4}>
        {ORDER.map((state) => (
          <Group key={state} justify="space-between">
            <Anchor component={Link} to={`/history?status=${state}`} size="sm">
              {STATES[state]}
            </Anchor>
            <Text size="sm" className="figures">
              {counts[state]}
            </Text>
          </Group>
        ))}
      </Stack>
    </Card>
  );
}

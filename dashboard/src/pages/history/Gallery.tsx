import { Anchor, Card, Group, SimpleGrid, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Prediction } from '../../api/types';
import { Thumbnail } from '../../media/Thumbnail';
import { credits } from '../../text/amounts';
import { finalCost } from '../../text/cost';
import { nameIn, OPERATIONS } from '../../text/labels';
import { Moment } from '../../ui/Moment';
import { StateBadge } from '../../ui/StateBadge';
import { usePredictionLink } from './usePredictionLink';

export function Gallery({ items }: { items: Prediction[] }) {
  const linkTo = usePredictionLink();
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 4, xl: 6 }} spacing="md" aria-label="Predictions" role="list">
      {items.map((prediction) => (
        <Entry key={prediction.predictionId} prediction={prediction} to={linkTo(prediction.predictionId)} />
      ))}
    </SimpleGrid>
  );
}

function Entry({ prediction, to }: { prediction: Prediction; to: string }) {
  const { prompt, operation, modelKey, createdAt } = prediction;
  const name = nameIn(OPERATIONS, operation);
  return (
    <Card padding="sm" role="listitem">
      <Card.Section mb="sm">
        <Thumbnail prediction={prediction} />
      </Card.Section>
      <Anchor component={Link} to={to} preventScrollReset c="inherit" size="sm" fw={600} lineClamp={2}>
        {prompt || name}
      </Anchor>
      <Text size="xs" c="dimmed">
        {prompt ? name : modelKey}
      </Text>
      <Group justify="space-between" mt="xs" gap={4}>
        <StateBadge prediction={prediction} />
        <Text size="xs" c="dimmed">
          <Moment at={createdAt} />
        </Text>
      </Group>
      <Text size="xs" c="dimmed" className="figures" mt={4}>
        {credits(finalCost(prediction))}
      </Text>
    </Card>
  );
}

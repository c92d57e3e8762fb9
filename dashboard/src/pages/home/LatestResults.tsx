import { Anchor, Card, EmptyState, Group, SimpleGrid, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { Prediction } from '../../api/types';
import { Thumbnail } from '../../media/Thumbnail';
import { nameIn, OPERATIONS } from '../../text/labels';
import { IconSparkles } from '../../ui/icons';
import { Moment } from '../../ui/Moment';

export function LatestResults({ latest }: { latest: Prediction[] }) {
  return (
    <Card>
      <Group justify="space-between" mb="md">
        <Title order={2}>Latest results</Title>
        {latest.length > 0 && (
          <Anchor component={Link} to="/history" size="sm">
            Full history
          </Anchor>
        )}
      </Group>
      {latest.length === 0 ? (
        <EmptyState
          icon={<IconSparkles />}
          title="No results yet"
          description="The results of your predictions appear here."
        />
      ) : (
        <SimpleGrid cols={{ base: 2, sm: 4, lg: 8 }} spacing="sm">
          {latest.map((prediction) => (
            <Result key={prediction.predictionId} prediction={prediction} />
          ))}
        </SimpleGrid>
      )}
    </Card>
  );
}

function Result({ prediction }: { prediction: Prediction }) {
  const { predictionId, prompt, operation, completedAt } = prediction;
  const title = prompt || nameIn(OPERATIONS, operation);
  return (
    <Anchor component={Link} to={`/history?prediction=${predictionId}`} c="inherit" underline="never">
      <Card padding="xs">
        <Card.Section mb="xs">
          <Thumbnail prediction={prediction} />
        </Card.Section>
        <Text size="xs" truncate title={title}>
          {title}
        </Text>
        <Text size="xs" c="dimmed">
          {completedAt && <Moment at={completedAt} />}
        </Text>
      </Card>
    </Anchor>
  );
}

import { Anchor, Card, EmptyState, Group, Skeleton, Title } from '@mantine/core';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { IconSparkles } from '../../ui/icons';
import { QueryView } from '../../ui/QueryView';
import { Gallery } from '../history/Gallery';
import { PredictionDrawer } from '../history/PredictionDrawer';
import { useHistory } from '../history/useHistory';

/** A row of the gallery on a wide screen. */
const SHOWN = 6;

/** Shows the newest predictions of a key. The URL holds the open one (`prediction`). */
export function KeyPredictions({ keyId }: { keyId: string }) {
  const filters = useMemo(() => ({ keyId }), [keyId]);
  const query = useHistory(filters, false);
  const [parameters, setParameters] = useSearchParams();
  return (
    <section>
      <Group justify="space-between" mb="md">
        <Title order={2}>Recent predictions</Title>
        <Anchor component={Link} to={`/history?keyId=${keyId}`} size="sm">
          All predictions of this key
        </Anchor>
      </Group>
      <QueryView query={query} skeleton={<Skeleton h={240} />}>
        {(items) => (items.length === 0 ? <NoPredictions /> : <Gallery items={items.slice(0, SHOWN)} />)}
      </QueryView>
      <PredictionDrawer predictionId={parameters.get('prediction')} onClose={() => setParameters({})} />
    </section>
  );
}

function NoPredictions() {
  return (
    <Card>
      <EmptyState
        icon={<IconSparkles />}
        title="No predictions yet"
        description="Predictions that this key starts appear here."
      />
    </Card>
  );
}

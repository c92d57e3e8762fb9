import { Alert, Badge, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { usePrediction, useRefreshAfterSpending } from '../../api/predictions';
import type { Model, PredictionDetail } from '../../api/types';
import { Outputs } from '../../media/Outputs';
import { credits } from '../../text/amounts';
import { isCancelled } from '../../text/cancelled';
import { costText } from '../../text/cost';
import { QueryView } from '../../ui/QueryView';
import type { InputTarget } from './input-targets';
import { RunActions } from './RunActions';
import { RunProgress } from './RunProgress';

interface RunProps {
  predictionId: string;
  models: Model[];
  onUseAsInput: (target: InputTarget, link: string) => void;
}

/** Follows a prediction from the queue to its result or refund. */
export function Run({ predictionId, models, onUseAsInput }: RunProps) {
  const query = usePrediction(predictionId);
  const refresh = useRefreshAfterSpending();
  const status = query.data?.status;
  // A final state changes balance, history and limits.
  useEffect(() => {
    if (status === 'completed' || status === 'failed') void refresh();
    // oxlint-disable-next-line react/exhaustive-deps -- once per end, not once per render.
  }, [status]);
  return (
    <Card ref={scrollCardIntoView}>
      <QueryView query={query} skeleton={<Skeleton h={360} />}>
        {(prediction) => (
          <Stack>
            <Group justify="space-between">
              <Title order={2}>Result</Title>
              <Cost prediction={prediction} />
            </Group>
            <StatusView prediction={prediction} />
            <RunActions prediction={prediction} models={models} onUseAsInput={onUseAsInput} />
          </Stack>
        )}
      </QueryView>
    </Card>
  );
}

/** On a phone the card is below the form. */
function scrollCardIntoView(card: HTMLElement | null): void {
  card?.scrollIntoView({ block: 'nearest' });
}

function StatusView({ prediction }: { prediction: PredictionDetail }) {
  switch (prediction.status) {
    case 'processing':
      return <RunProgress prediction={prediction} />;
    case 'completed':
      return <Outputs prediction={prediction} />;
    case 'failed':
      return <Failure prediction={prediction} />;
  }
}

function Cost({ prediction }: { prediction: PredictionDetail }) {
  return (
    <Badge
      variant="light"
      color={prediction.creditsRefunded > 0 ? 'orange' : undefined}
      tt="none"
      size="lg"
      data-testid="cost"
    >
      {costText(prediction)}
    </Badge>
  );
}

function Failure({ prediction }: { prediction: PredictionDetail }) {
  const { error, creditsRefunded } = prediction;
  const cancelled = isCancelled(prediction);
  return (
    <Alert color={cancelled ? 'gray' : 'red'} role="alert" title={cancelled ? 'Cancelled' : 'Failed'}>
      <Text size="sm">{error?.message}</Text>
      <Text size="sm" fw={600}>
        {credits(creditsRefunded)} refunded.
      </Text>
      {error?.retryable && <Text size="sm">A new attempt may succeed.</Text>}
    </Alert>
  );
}

import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useCancelPrediction } from '../../api/predictions';
import type { PredictionDetail } from '../../api/types';
import { useMay } from '../../session/permissions';
import { duration } from '../../text/times';
import { IconX } from '../../ui/icons';
import { ProblemAlert } from '../../ui/ProblemAlert';

/** Shows progress and elapsed time of a prediction, and a cancel button. */
export function RunProgress({ prediction }: { prediction: PredictionDetail }) {
  const { predictionId, progress, createdAt } = prediction;
  const mayCancel = useMay('generate');
  const cancellation = useCancelPrediction(predictionId);
  const seconds = useElapsedSeconds(createdAt);
  const text = statusText(prediction);
  return (
    <Stack gap="sm" py="xl">
      <Text role="status" fw={600}>
        {text}
      </Text>
      <Progress
        value={Math.max(progress, 4)}
        size="lg"
        animated
        aria-label="Progress"
        aria-valuetext={`${progress} percent`}
      />
      <Group justify="space-between">
        <Text size="sm" c="dimmed" className="figures">
          {progress} % · {duration(seconds)}
        </Text>
        {mayCancel && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconX size={14} aria-hidden />}
            loading={cancellation.isPending}
            onClick={() => cancellation.mutate()}
          >
            Cancel
          </Button>
        )}
      </Group>
      <ProblemAlert error={cancellation.error} />
    </Stack>
  );
}

function statusText({ queue, startedAt, attempts }: PredictionDetail): string {
  if (queue) {
    const { position, etaSeconds } = queue as { position: number; etaSeconds?: number | null };
    const place = position <= 1 ? 'Next in the queue' : `Position ${position} in the queue`;
    return etaSeconds ? `${place}, about ${duration(etaSeconds)}` : place;
  }
  if (startedAt === null) return 'Waiting for a worker';
  return attempts > 1 ? `Generating, attempt ${attempts}` : 'Generating';
}

function useElapsedSeconds(since: string): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), 1000);
    return () => window.clearInterval(timer);
  }, []);
  return (now - new Date(since).getTime()) / 1000;
}

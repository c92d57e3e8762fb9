import { Button, Group, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { useModels } from '../../api/models';
import type { PredictionDetail } from '../../api/types';
import { Outputs } from '../../media/Outputs';
import { useMay } from '../../session/permissions';
import { completeInput, withoutInlineMedia } from '../../text/example-input';
import { CodeSamples } from '../../ui/CodeSamples';
import { IconRefresh } from '../../ui/icons';
import { useStarterName } from '../keys/useKeys';
import { RunProgress } from '../playground/RunProgress';
import { AttemptTimeline } from './AttemptTimeline';
import { DeletePredictionButton } from './DeletePredictionButton';
import { FailureNotice } from './FailureNotice';
import { InputList } from './InputList';
import { PredictionFactList } from './PredictionFactList';
import { PredictionLedger } from './PredictionLedger';
import { Section } from './Section';

/** Shows all details of a prediction. */
export function PredictionFacts({ prediction }: { prediction: PredictionDetail }) {
  const { status, deletedAt } = prediction;
  const mayGenerate = useMay('generate');
  const starter = useStarterName();
  return (
    <Stack gap="lg">
      {(status === 'completed' || deletedAt) && <Outputs prediction={prediction} />}
      {status === 'processing' && <RunProgress prediction={prediction} />}
      <FailureNotice prediction={prediction} />
      {!deletedAt && mayGenerate && <Actions prediction={prediction} />}
      <PredictionFactList prediction={prediction} starter={starter(prediction.keyId)} />
      <Section title="Credits">
        <PredictionLedger entries={prediction.ledger} />
      </Section>
      <Section title="Timeline">
        <AttemptTimeline events={prediction.timeline ?? []} />
      </Section>
      {!deletedAt && <Input prediction={prediction} />}
    </Stack>
  );
}

function Actions({ prediction: { predictionId, modelKey, status } }: { prediction: PredictionDetail }) {
  return (
    <Group justify="space-between">
      <Button
        component={Link}
        to={`/playground?model=${encodeURIComponent(modelKey)}&again=${predictionId}`}
        variant="light"
        leftSection={<IconRefresh size={16} aria-hidden />}
      >
        Run again
      </Button>
      {status !== 'processing' && <DeletePredictionButton predictionId={predictionId} />}
    </Group>
  );
}

function Input({ prediction }: { prediction: PredictionDetail }) {
  const { modelKey } = prediction;
  const input = prediction.input as Record<string, unknown>;
  const model = useModels().data?.items.find((each) => each.modelKey === modelKey);
  const sent = withoutInlineMedia(input);
  return (
    <>
      <Section title="Input">
        <InputList input={input} />
      </Section>
      <Section title="Same call in code">
        <CodeSamples body={{ modelKey, ...(model ? completeInput(model, sent) : sent) }} />
      </Section>
    </>
  );
}

import { Alert, Button, Code, Group, Stack, Title } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useModels } from '../../api/models';
import type { PredictionDetail } from '../../api/types';
import { Outputs } from '../../media/Outputs';
import { useMay } from '../../session/permissions';
import { credits } from '../../text/amounts';
import { isCancelled } from '../../text/cancelled';
import { costText } from '../../text/cost';
import { completeInput, withoutInlineMedia } from '../../text/example-input';
import { nameIn, OPERATIONS } from '../../text/labels';
import { dateAndTime, duration } from '../../text/times';
import { CodeSamples } from '../../ui/CodeSamples';
import { CopyIconButton } from '../../ui/CopyIconButton';
import { type Fact, FactList } from '../../ui/FactList';
import { StateBadge } from '../../ui/StateBadge';
import { useStarterName } from '../keys/useKeys';
import { RunProgress } from '../playground/RunProgress';
import { AttemptTimeline } from './AttemptTimeline';
import { DeletePredictionButton } from './DeletePredictionButton';
import { InputList } from './InputList';
import { PredictionLedger } from './PredictionLedger';

/** Shows all details of a prediction. */
export function PredictionFacts({ prediction }: { prediction: PredictionDetail }) {
  const { status, error, creditsRefunded, deletedAt } = prediction;
  const mayGenerate = useMay('generate');
  return (
    <Stack gap="lg">
      {(status === 'completed' || deletedAt) && <Outputs prediction={prediction} />}
      {status === 'processing' && <RunProgress prediction={prediction} />}
      {status === 'failed' && (
        <Alert
          color={isCancelled(prediction) ? 'gray' : 'red'}
          title={isCancelled(prediction) ? 'Cancelled' : error?.code}
        >
          {error?.message} {credits(creditsRefunded)} refunded.
        </Alert>
      )}
      {!deletedAt && mayGenerate && <Actions prediction={prediction} />}
      <Facts prediction={prediction} />
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

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={3} mb="xs">
        {title}
      </Title>
      {children}
    </section>
  );
}

function Facts({ prediction }: { prediction: PredictionDetail }) {
  const { predictionId, modelKey, operation, keyId, env, externalUserId, createdAt, attempts } = prediction;
  const starter = useStarterName();
  const facts: Fact[] = [
    ['State', <StateBadge key="state" prediction={prediction} />],
    ['Prediction', <Id key="id" id={predictionId} />],
    ['Model', modelKey],
    ['Operation', nameIn(OPERATIONS, operation)],
    ['Started', dateAndTime(createdAt)],
    ['Waited', waitOf(prediction)],
    ['Ran', runOf(prediction)],
    ['Cost', costText(prediction)],
    ['Attempts', attempts],
    ['Started by', starter(keyId)],
    ['Environment', env],
    ['External user', externalUserId],
  ];
  return <FactList facts={facts} />;
}

function Id({ id }: { id: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Code style={{ overflowWrap: 'anywhere' }}>{id}</Code>
      <CopyIconButton value={id} label="Copy the id" />
    </Group>
  );
}

/** Until its start; of one that was never started, until its end. */
function waitOf({ createdAt, startedAt, completedAt }: PredictionDetail): string | null {
  return between(createdAt, startedAt ?? completedAt);
}

function runOf({ startedAt, completedAt }: PredictionDetail): string | null {
  return startedAt && between(startedAt, completedAt);
}

function between(from: string, to: string | null): string | null {
  return to && duration((Date.parse(to) - Date.parse(from)) / 1000);
}

import { Code, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Prediction } from '../../api/types';
import { costText } from '../../text/cost';
import { nameIn, OPERATIONS } from '../../text/labels';
import { dateAndTime, duration } from '../../text/times';
import { CopyIconButton } from '../../ui/CopyIconButton';
import { type Fact, FactList } from '../../ui/FactList';
import { StateBadge } from '../../ui/StateBadge';

type Shown = Omit<Prediction, 'thumbnailUrl'>;

interface PredictionFactListProps {
  prediction: Shown;
  /** Name of its key, or of what else started it. */
  starter: ReactNode;
  /** Facts after those that every reader sees. */
  more?: Fact[];
}

/** Lists what is known of a prediction besides its input and its result. */
export function PredictionFactList({ prediction, starter, more = [] }: PredictionFactListProps) {
  const { predictionId, modelKey, operation, env, externalUserId, createdAt, attempts } = prediction;
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
    ['Started by', starter],
    ['Environment', env],
    ['External user', externalUserId],
    ...more,
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
function waitOf({ createdAt, startedAt, completedAt }: Shown): string | null {
  return between(createdAt, startedAt ?? completedAt);
}

function runOf({ startedAt, completedAt }: Shown): string | null {
  return startedAt && between(startedAt, completedAt);
}

function between(from: string, to: string | null): string | null {
  return to && duration((Date.parse(to) - Date.parse(from)) / 1000);
}

import { Badge, DataList, Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { usePrediction } from '../../api/predictions';
import type { PredictionDetail } from '../../api/types';
import { MediaView } from '../../media/MediaView';
import { costText } from '../../text/cost';
import { fieldLabel, nameIn, OPERATIONS } from '../../text/labels';
import { duration } from '../../text/times';
import { QueryView } from '../../ui/QueryView';
import { StateBadge } from '../../ui/StateBadge';
import { differences } from './differences';

/** Shows two predictions beside each other, with the values in which they differ. */
export function Comparison({ left, right }: { left: string; right: string }) {
  const queries = [usePrediction(left), usePrediction(right)] as const;
  const [one, other] = queries.map(({ data }) => data);
  const names = one && other ? differences(one.input, other.input) : [];
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
      {queries.map((query, index) => (
        <QueryView key={index} query={query} skeleton={<Skeleton h={360} />}>
          {(prediction) => <Side prediction={prediction} names={names} />}
        </QueryView>
      ))}
    </SimpleGrid>
  );
}

function Side({ prediction, names }: { prediction: PredictionDetail; names: string[] }) {
  const { modelKey, prompt, operation, outputs, createdAt, completedAt } = prediction;
  const [output] = outputs ?? [];
  const name = prompt || nameIn(OPERATIONS, operation);
  const seconds = completedAt && (Date.parse(completedAt) - Date.parse(createdAt)) / 1000;
  const input = prediction.input as Record<string, unknown>;
  const facts = [
    ['Model', modelKey],
    ['Cost', costText(prediction)],
    ['Took', seconds === null ? '–' : duration(Number(seconds))],
    ...names.map((field) => [fieldLabel(field), textOf(input[field])]),
  ];
  return (
    <Stack component="section" aria-label={name}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Title order={3} lineClamp={2}>
          {name}
        </Title>
        <StateBadge prediction={prediction} />
      </Group>
      {output ? <MediaView output={output} alt={name} /> : <Text c="dimmed">No file.</Text>}
      {names.length === 0 && <Badge variant="light">Same input</Badge>}
      <DataList labelWidth="8rem" gap="xs">
        {facts.map(([label, value]) => (
          <DataList.Item key={label}>
            <DataList.ItemLabel>{label}</DataList.ItemLabel>
            <DataList.ItemValue style={{ overflowWrap: 'anywhere' }}>{value}</DataList.ItemValue>
          </DataList.Item>
        ))}
      </DataList>
    </Stack>
  );
}

function textOf(value: unknown): string {
  if (value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

import { Card, EmptyState, Select, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { useModels } from '../../../api/models';
import { MODALITIES, STATES } from '../../../text/labels';
import { DayRange } from '../../../ui/DayRange';
import { DebouncedTextInput } from '../../../ui/DebouncedTextInput';
import { IconSearchOff } from '../../../ui/icons';
import { LoadMore } from '../../../ui/LoadMore';
import { QueryView } from '../../../ui/QueryView';
import { useUrlFilters } from '../../../ui/useUrlFilters';
import { AccountField } from '../accounts/AccountField';
import { AllPredictionsTable } from './AllPredictionsTable';
import { ALL_FILTERS, useAllPredictions } from './useAllPredictions';

const entriesOf = (names: Record<string, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));
const STATE_DATA = entriesOf(STATES);
const MODALITY_DATA = entriesOf(MODALITIES);

/** Lists the predictions of all accounts. */
export function AllPredictionsPanel() {
  const { filters, change } = useUrlFilters(ALL_FILTERS);
  const query = useAllPredictions(filters);
  const models = (useModels().data?.items ?? []).map(({ modelKey, title }) => ({
    value: modelKey,
    label: title,
  }));
  const { modelKey } = filters;
  // One that is not on sale any more.
  if (modelKey && !models.some(({ value }) => value === modelKey))
    models.push({ value: modelKey, label: modelKey });
  const choice = (
    name: 'modelKey' | 'status' | 'modality',
    label: string,
    data: { value: string; label: string }[],
  ) => (
    <Select
      label={label}
      placeholder="Any"
      data={data}
      value={filters[name] ?? null}
      onChange={(value) => change({ [name]: value })}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      searchable={data.length > 8}
    />
  );
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3, xl: 6 }} spacing="sm">
        <AccountField value={filters.accountId} onChange={(accountId) => change({ accountId })} />
        <DebouncedTextInput
          label="Prediction"
          placeholder="pred_…"
          value={filters.predictionId ?? ''}
          onDebouncedChange={(predictionId) => change({ predictionId })}
        />
        {choice('modelKey', 'Model', models)}
        {choice('status', 'State', STATE_DATA)}
        {choice('modality', 'Modality', MODALITY_DATA)}
        <DayRange from={filters.from} to={filters.to} onChange={change} />
      </SimpleGrid>
      <QueryView query={query} skeleton={<Skeleton h={320} />}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState py="xl" icon={<IconSearchOff />} title="No matching prediction" />
          ) : (
            <Card padding={0}>
              <AllPredictionsTable items={items} />
              <LoadMore query={query} />
            </Card>
          )
        }
      </QueryView>
    </Stack>
  );
}

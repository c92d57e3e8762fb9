import { Button, Card, Collapse, Group, Indicator, Select, SimpleGrid } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useModels } from '../../api/models';
import { MODALITIES, nameIn, OPERATIONS, STATES } from '../../text/labels';
import { DayRange } from '../../ui/DayRange';
import { DebouncedTextInput } from '../../ui/DebouncedTextInput';
import { IconFilter } from '../../ui/icons';
import type { useUrlFilters } from '../../ui/useUrlFilters';
import { useKeys } from '../keys/useKeys';
import type { HistoryFilterName } from './filters';

interface FilterBarProps {
  address: ReturnType<typeof useUrlFilters<HistoryFilterName>>;
  onlyReframes: boolean;
}

const entriesOf = (names: Record<string, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));
const STATE_DATA = entriesOf(STATES);
const MODALITY_DATA = entriesOf(MODALITIES);
const ENV_DATA = entriesOf({ live: 'Live', test: 'Test' });
const DASHBOARD = { value: 'dashboard', label: 'This dashboard' };

export function FilterBar({ address, onlyReframes }: FilterBarProps) {
  const { filters, change, clear, count } = address;
  const [opened, { toggle }] = useDisclosure(count > 0);
  const models = useModels().data?.items ?? [];
  const keys = useKeys().data?.keys ?? [];
  const operations = [...new Set(models.map(({ operation }) => operation))];
  const choice = (name: HistoryFilterName, label: string, data: { value: string; label: string }[]) => (
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
    <div>
      <Group>
        <Indicator label={count} size={18} disabled={count === 0}>
          <Button
            variant="default"
            leftSection={<IconFilter size={16} aria-hidden />}
            onClick={toggle}
            aria-expanded={opened}
            aria-controls="history-filters"
          >
            Filters
          </Button>
        </Indicator>
        {count > 0 && (
          <Button variant="subtle" onClick={clear}>
            Clear {count === 1 ? 'filter' : `all ${count}`}
          </Button>
        )}
      </Group>
      <Collapse expanded={opened} id="history-filters">
        <Card mt="sm" padding="md">
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3, xl: 5 }} spacing="sm">
            {choice('status', 'State', STATE_DATA)}
            {choice('modality', 'Modality', MODALITY_DATA)}
            {!onlyReframes &&
              choice(
                'operation',
                'Operation',
                operations.map((value) => ({ value, label: nameIn(OPERATIONS, value) })),
              )}
            {choice(
              'modelKey',
              'Model',
              models.map(({ modelKey, title }) => ({ value: modelKey, label: title })),
            )}
            {choice('keyId', 'Started by', [
              DASHBOARD,
              ...keys.map(({ id, name }) => ({ value: id, label: name })),
            ])}
            {choice('env', 'Environment', ENV_DATA)}
            <DayRange from={filters.from} to={filters.to} onChange={change} />
            <DebouncedTextInput
              label="External user"
              value={filters.externalUserId ?? ''}
              onDebouncedChange={(externalUserId) => change({ externalUserId })}
            />
            {!onlyReframes && (
              <DebouncedTextInput
                label="Prediction id"
                placeholder="pred_…"
                value={filters.predictionId ?? ''}
                onDebouncedChange={(predictionId) => change({ predictionId })}
              />
            )}
          </SimpleGrid>
        </Card>
      </Collapse>
    </div>
  );
}

import { Button, Card, EmptyState, Group, SegmentedControl, Skeleton, Stack, Tabs } from '@mantine/core';
import { useCallback } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { useMay } from '../../session/permissions';
import { IconHistory, IconLayoutGrid, IconList } from '../../ui/icons';
import { LoadMore } from '../../ui/LoadMore';
import { PageHeader } from '../../ui/PageHeader';
import { QueryView } from '../../ui/QueryView';
import { useUrlFilters } from '../../ui/useUrlFilters';
import { FilterBar } from './FilterBar';
import { HISTORY_FILTERS } from './filters';
import { Gallery } from './Gallery';
import { PredictionDrawer } from './PredictionDrawer';
import { PredictionTable } from './PredictionTable';
import { useHistory } from './useHistory';

const ALL = '/history';
const REFRAMES = '/history/reframes';

/** Lists the account's predictions. The URL holds the filters, the view (`view`) and the open prediction (`prediction`). */
export function HistoryPage() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  const onlyReframes = pathname === REFRAMES;
  const address = useUrlFilters(HISTORY_FILTERS);
  const history = useHistory(address.filters, onlyReframes);
  const asTable = query.get('view') === 'table';
  const setParameter = useCallback(
    (name: string, value: string | null, replace: boolean) =>
      setQuery(
        (before) => {
          if (value === null) before.delete(name);
          else before.set(name, value);
          return before;
        },
        { replace },
      ),
    [setQuery],
  );
  return (
    <>
      <PageHeader
        title="History"
        description="All predictions that you started with your keys or in the playground."
      >
        <SegmentedControl
          aria-label="View"
          value={asTable ? 'table' : 'gallery'}
          onChange={(view) => setParameter('view', view === 'table' ? view : null, true)}
          data={[
            { value: 'gallery', label: <ViewLabel icon={IconLayoutGrid} text="Gallery" /> },
            { value: 'table', label: <ViewLabel icon={IconList} text="Table" /> },
          ]}
        />
      </PageHeader>
      <Tabs value={pathname} onChange={(to) => to && void navigate(to)} mb="md">
        <Tabs.List aria-label="Kind of predictions">
          <Tabs.Tab value={ALL}>All</Tabs.Tab>
          <Tabs.Tab value={REFRAMES}>Reframes</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={pathname} pt="md">
          <Stack>
            <FilterBar address={address} onlyReframes={onlyReframes} />
            <QueryView query={history} skeleton={<Skeleton h={420} />}>
              {(items) =>
                items.length === 0 ? (
                  <EmptyHistory filtered={address.count > 0} clear={address.clear} />
                ) : (
                  <>
                    {asTable ? <PredictionTable items={items} /> : <Gallery items={items} />}
                    <LoadMore query={history} />
                  </>
                )
              }
            </QueryView>
          </Stack>
        </Tabs.Panel>
      </Tabs>
      <PredictionDrawer
        predictionId={query.get('prediction')}
        onClose={() => setParameter('prediction', null, false)}
      />
    </>
  );
}

function ViewLabel({ icon: Icon, text }: { icon: typeof IconList; text: string }) {
  return (
    <Group gap={6} wrap="nowrap">
      <Icon size={16} aria-hidden />
      <span>{text}</span>
    </Group>
  );
}

function EmptyHistory({ filtered, clear }: { filtered: boolean; clear: () => void }) {
  const mayGenerate = useMay('generate');
  return (
    <Card>
      <EmptyState
        py="xl"
        icon={<IconHistory />}
        title={filtered ? 'No predictions match these filters' : 'No predictions yet'}
        description={filtered ? undefined : 'Predictions appear here as soon as they start.'}
      >
        <EmptyState.Actions>
          {filtered ? (
            <Button variant="default" onClick={clear}>
              Clear filters
            </Button>
          ) : (
            mayGenerate && (
              <Button component={Link} to="/playground">
                Open the playground
              </Button>
            )
          )}
        </EmptyState.Actions>
      </EmptyState>
    </Card>
  );
}

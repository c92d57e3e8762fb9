import { Button, Card, EmptyState, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { DebouncedTextInput } from '../../../ui/DebouncedTextInput';
import { IconDownload, IconListDetails, IconSearch } from '../../../ui/icons';
import { QueryView } from '../../../ui/QueryView';
import { useDownload } from '../../../ui/useDownload';
import { useUrlFilters } from '../../../ui/useUrlFilters';
import { EditModal } from './EditModal';
import { type Entry, type Kind, KINDS } from './entries';
import { EntryTable } from './EntryTable';
import { HistoryModal } from './HistoryModal';
import { useCatalogue } from './useCatalogue';

const FILTERS = ['kind', 'search'] as const;
const OPTIONS = Object.entries(KINDS).map(([value, label]) => ({ value, label }));

/** Lists models, plans and packs with their terms, changes them without a restart, and shows what they were. */
export function CataloguePanel() {
  const { filters, change } = useUrlFilters(FILTERS);
  const { kind: named = 'models', search = '' } = filters;
  const kind: Kind = named in KINDS ? (named as Kind) : 'models';
  const query = useCatalogue(kind);
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed" maw={640}>
          A change holds at once, on every process, and stays when the catalogue’s files change. Predictions
          that were accepted and orders that were made keep their price.
        </Text>
        <ExportCatalogueButton />
      </Group>
      <Group align="flex-end">
        <SegmentedControl
          aria-label="Kind"
          data={OPTIONS}
          value={kind}
          onChange={(to) => change({ kind: to, search: null })}
        />
        <DebouncedTextInput
          key={kind}
          aria-label="Search"
          placeholder="Title or key"
          leftSection={<IconSearch size={16} aria-hidden />}
          w="min(280px, 100%)"
          value={search}
          onDebouncedChange={(text) => change({ search: text })}
        />
      </Group>
      <QueryView query={query} skeleton={<Skeleton h={320} />}>
        {(entries) => <Entries key={kind} kind={kind} entries={entries.filter(matching(search))} />}
      </QueryView>
    </Stack>
  );
}

function matching(search: string): (entry: Entry) => boolean {
  const text = search.trim().toLowerCase();
  return ({ key, title }) => `${title} ${key}`.toLowerCase().includes(text);
}

function Entries({ kind, entries }: { kind: Kind; entries: Entry[] }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [isEditing, editing] = useDisclosure();
  const [isHistoryOpen, history] = useDisclosure();
  // After a change it is the changed one.
  const entry = entries.find(({ key }) => key === chosen);
  const open = (modal: { open: () => void }) => (key: string) => {
    setChosen(key);
    modal.open();
  };
  if (entries.length === 0)
    return (
      <Card>
        <EmptyState py="xl" icon={<IconListDetails />} title={`No matching ${KINDS[kind].toLowerCase()}`} />
      </Card>
    );
  return (
    <>
      <EntryTable kind={kind} entries={entries} edit={open(editing)} showHistory={open(history)} />
      {entry && <EditModal entry={entry} opened={isEditing} onClose={editing.close} />}
      {entry && <HistoryModal entry={entry} opened={isHistoryOpen} onClose={history.close} />}
    </>
  );
}

function ExportCatalogueButton() {
  const file = useDownload({
    path: '/api/admin/catalogue/export',
    fileName: 'catalogue.yaml',
    type: 'application/yaml',
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={file.isPending}
      onClick={() => file.mutate()}
    >
      Export
    </Button>
  );
}

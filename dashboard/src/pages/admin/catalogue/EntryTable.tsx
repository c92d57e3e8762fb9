import { Badge, Box, Button, Card, Code, Group, Table, Text } from '@mantine/core';
import { DataTable } from '../../../ui/DataTable';
import { Moment } from '../../../ui/Moment';
import { type Entry, type Kind, KINDS } from './entries';

interface EntryTableProps {
  kind: Kind;
  entries: Entry[];
  edit: (key: string) => void;
  showHistory: (key: string) => void;
}

export function EntryTable({ kind, entries, ...actions }: EntryTableProps) {
  return (
    <Card padding={0}>
      <DataTable label={KINDS[kind]} minWidth={820}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Title</Table.Th>
            <Table.Th visibleFrom="sm">{kind === 'plans' ? 'Limits' : 'Price'}</Table.Th>
            <Table.Th visibleFrom="sm">Availability</Table.Th>
            <Table.Th visibleFrom="sm">Version</Table.Th>
            <Table.Th w={1} aria-label="Actions" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <Row key={entry.key} entry={entry} {...actions} />
          ))}
        </Table.Tbody>
      </DataTable>
    </Card>
  );
}

type RowProps = { entry: Entry } & Pick<EntryTableProps, 'edit' | 'showHistory'>;

function Row({ entry, edit, showHistory }: RowProps) {
  const { key, title, terms, version, changedAt } = entry;
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Text>
        <Code style={{ overflowWrap: 'anywhere' }}>{key}</Code>
        <Box hiddenFrom="sm">
          <Text size="xs" c="dimmed">
            {terms} · version {version}
          </Text>
          <StateOf entry={entry} />
        </Box>
        <Notes entry={entry} />
      </Table.Td>
      <Table.Td visibleFrom="sm">{terms}</Table.Td>
      <Table.Td visibleFrom="sm">
        <StateOf entry={entry} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        {version}
        <Text size="xs" c="dimmed">
          {changedAt === null ? 'as in the files' : <Moment at={changedAt} />}
        </Text>
      </Table.Td>
      <Table.Td miw={{ base: 0, sm: 170 }}>
        <Group gap="xs" justify="flex-end">
          <Button size="xs" variant="default" aria-label={`Edit ${title}`} onClick={() => edit(key)}>
            Edit
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={`History of ${title}`}
            onClick={() => showHistory(key)}
          >
            History
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function StateOf({ entry: { state } }: { entry: Entry }) {
  return (
    <Badge variant="light" color={state.color} tt="none">
      {state.label}
    </Badge>
  );
}

/** What is not as in the files, and why a change is not in force. */
function Notes({ entry: { differences, problem } }: { entry: Entry }) {
  return (
    <>
      {differences.length > 0 && (
        <Text size="xs" c="dimmed">
          Not as in the files: {differences.map(({ field }) => field).join(', ')}
        </Text>
      )}
      {problem !== null && (
        <Text size="xs" fw={600}>
          Not in force: {problem}
        </Text>
      )}
    </>
  );
}

import { Card, Code, Group, Stack, Title } from '@mantine/core';
import { useModels } from '../../api/models';
import { amount } from '../../text/amounts';
import { WINDOW_NAME } from '../../text/rate-window';
import { dateAndTime } from '../../text/times';
import { CopyIconButton } from '../../ui/CopyIconButton';
import { type Fact, FactList } from '../../ui/FactList';
import { Moment } from '../../ui/Moment';
import { KeyLink } from './KeyLink';
import { KeyState } from './KeyState';
import { SCOPES } from './scopes';
import type { KeyRecord } from './useKeys';

/** Shows the settings of a key and its use. */
export function KeyFacts({ record, keys }: { record: KeyRecord; keys: KeyRecord[] }) {
  const { lastUsedAt, replaces, replacedBy, allowedIps, scopes, prefix } = record;
  const metadata = Object.entries(record.metadata);
  const facts: Fact[] = [
    ['State', <KeyState key="state" record={record} />],
    ['Id', <Id key="id" id={record.id} />],
    ['Environment', prefix === 'of_live' ? 'Live' : 'Test'],
    ['Scopes', <Lines key="scopes" lines={scopes.map(scopeTitle)} />],
    ['Request limit', `${amount(record.rateLimit)} per ${WINDOW_NAME}`],
    ['Models', <AllowedModels key="models" allowed={record.allowedModels} />],
    ['Addresses', allowedIps === null ? 'Every address' : <Lines key="ips" lines={allowedIps} />],
    [
      'Metadata',
      metadata.length > 0 && (
        <Lines key="metadata" lines={metadata.map(([name, value]) => `${name}: ${value}`)} />
      ),
    ],
    ['Replaces', replaces && <KeyLink key="replaces" id={replaces} keys={keys} />],
    ['Replaced by', replacedBy && <KeyLink key="successor" id={replacedBy} keys={keys} />],
    ['Requests', amount(record.requests)],
    ['Last used', lastUsedAt === null ? 'Never' : <Moment key="used" at={lastUsedAt} />],
    ['Created', dateAndTime(record.createdAt)],
  ];
  return (
    <Card>
      <Title order={2} mb="md">
        Settings and use
      </Title>
      <FactList facts={facts} />
    </Card>
  );
}

const scopeTitle = (scope: string) => SCOPES.find((each) => each.scope === scope)?.title ?? scope;

function AllowedModels({ allowed }: { allowed: string[] | null }) {
  const models = useModels().data?.items ?? [];
  if (allowed === null) return 'Every model';
  return (
    <Lines lines={allowed.map((key) => models.find(({ modelKey }) => modelKey === key)?.title ?? key)} />
  );
}

function Lines({ lines }: { lines: string[] }) {
  return (
    <Stack gap={2}>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </Stack>
  );
}

function Id({ id }: { id: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Code style={{ overflowWrap: 'anywhere' }}>{id}</Code>
      <CopyIconButton value={id} label="Copy the id" />
    </Group>
  );
}

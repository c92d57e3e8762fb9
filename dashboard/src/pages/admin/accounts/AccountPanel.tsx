import { Anchor, Group, Skeleton, Stack, Tabs, Title } from '@mantine/core';
import { useId } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { QueryView } from '../../../ui/QueryView';
import { AuditCsvButton } from '../../audit/AuditCsvButton';
import { AuditList } from '../../audit/AuditList';
import { UsageCsvButton } from '../../usage/UsageCsvButton';
import { UsageReport } from '../../usage/UsageReport';
import { AccountKeys } from './AccountKeys';
import { AccountMembers } from './AccountMembers';
import { AccountOverview } from './AccountOverview';
import { CreateAccountKeyButton } from './CreateAccountKeyButton';
import { type AdminAccountDetail, useAccount } from './useAccounts';

const PARTS = {
  overview: 'Overview',
  members: 'Members',
  keys: 'API keys',
  usage: 'Usage',
  audit: 'Audit log',
} as const;
type Part = keyof typeof PARTS;

/** Shows one account in parts. The URL holds the part, and the filters of the part. */
export function AccountPanel({ id }: { id: string }) {
  const query = useAccount(id);
  const navigate = useNavigate();
  const tabs = useId();
  const [search] = useSearchParams();
  const named = search.get('part') ?? 'overview';
  const offered = partsOf(query.data);
  const part = offered.find((each) => each === named) ?? 'overview';
  return (
    <Stack gap="lg">
      <Anchor component={Link} to="/admin/accounts" size="sm">
        All accounts
      </Anchor>
      <QueryView query={query} skeleton={<Skeleton h={480} />}>
        {(account) => (
          <Stack gap="xs">
            <Title order={2} style={{ overflowWrap: 'anywhere' }}>
              {account.users[0]?.email ?? account.externalId ?? id}
            </Title>
            {/* Another part has other filters, so they are not kept. */}
            <Tabs id={tabs} value={part} onChange={(to) => void navigate(`?part=${to}`, { replace: true })}>
              <Tabs.List aria-label="Parts of the account" mb="md">
                {offered.map((value) => (
                  <Tabs.Tab key={value} value={value}>
                    {PARTS[value]}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              <Tabs.Panel value={part}>
                <AccountPart part={part} account={account} />
              </Tabs.Panel>
            </Tabs>
          </Stack>
        )}
      </QueryView>
    </Stack>
  );
}

function AccountPart({ part, account }: { part: Part; account: AdminAccountDetail }) {
  const { id: accountId, users, keys, limits, deletedAt } = account;
  switch (part) {
    case 'overview':
      return <AccountOverview account={account} />;
    case 'members':
      return <AccountMembers account={account} />;
    case 'keys':
      return (
        <>
          {deletedAt === null && (
            <CreateAccountKeyButton account={{ id: accountId, maxRateLimit: limits.maxRateLimit }} />
          )}
          <AccountKeys keys={keys} />
        </>
      );
    case 'usage':
      return (
        <>
          <Group justify="flex-end">
            <UsageCsvButton accountId={accountId} />
          </Group>
          <UsageReport accountId={accountId} starter={starterOf(keys)} />
        </>
      );
    case 'audit':
      return (
        <>
          <Group justify="flex-end">
            <AuditCsvButton scope={{ accountId }} />
          </Group>
          <AuditList scope={{ accountId }} names={namesOf(users, keys)} />
        </>
      );
  }
}

/** A deleted account has no members. */
function partsOf(account: AdminAccountDetail | undefined): Part[] {
  const parts = Object.keys(PARTS) as Part[];
  return account && account.deletedAt !== null ? parts.filter((part) => part !== 'members') : parts;
}

const starterOf = (keys: AdminAccountDetail['keys']) => (keyId: string | null) =>
  keyId === null ? 'The dashboard' : (keys.find(({ id }) => id === keyId)?.name ?? keyId);

function namesOf(users: AdminAccountDetail['users'], keys: AdminAccountDetail['keys']): Map<string, string> {
  return new Map([
    ...users.map(({ id, email }) => [id, email ?? id] as const),
    ...keys.map(({ id, name, masked }) => [id, `${name} (…${masked.slice(-4)})`] as const),
  ]);
}

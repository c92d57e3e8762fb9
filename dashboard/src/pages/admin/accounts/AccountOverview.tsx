import {
  Anchor,
  Badge,
  Card,
  Code,
  DataList,
  Group,
  SimpleGrid,
  Skeleton,
  Stack,
  Title,
} from '@mantine/core';
import { Link } from 'react-router';
import { amount } from '../../../text/amounts';
import { dateAndTime } from '../../../text/times';
import { Figure } from '../../../ui/Figure';
import { LoadMore } from '../../../ui/LoadMore';
import { Moment } from '../../../ui/Moment';
import { QueryView } from '../../../ui/QueryView';
import { StatementTable } from '../../credits/StatementTable';
import { useLedger } from '../../credits/useCredits';
import { AccountDataCard } from './AccountDataCard';
import { AccountStateBadge } from './AccountStateBadge';
import { MoveCreditsForm } from './MoveCreditsForm';
import { PlanField } from './PlanField';
import { RateLimitSetting } from './RateLimitSetting';
import { SubscriptionItem } from './SubscriptionItem';
import { SuspensionButton } from './SuspensionButton';
import type { AdminAccountDetail } from './useAccounts';

/** Shows an account's balance, users and statement, and what changes its plan, limits and balance. */
export function AccountOverview({ account }: { account: AdminAccountDetail }) {
  const { id } = account;
  return (
    <Stack gap="lg">
      <Figures account={account} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <People account={account} />
        {account.deletedAt === null && (
          <Stack gap="lg">
            <Credits accountId={id} />
            <AccountDataCard account={account} />
          </Stack>
        )}
      </SimpleGrid>
      <AccountLedger accountId={id} />
    </Stack>
  );
}

function Figures({ account: { balance, held, predictions, updatedAt } }: { account: AdminAccountDetail }) {
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      <Figure
        label="Balance"
        value={amount(balance)}
        note={
          <>
            changed <Moment at={updatedAt} />
          </>
        }
      />
      <Figure label="On hold" value={amount(held)} note="for predictions in progress" />
      <Figure label="Completed" value={amount(predictions.completed)} note="predictions in 30 days" />
      <Figure
        label="Failed"
        value={amount(predictions.failed)}
        note={`and ${predictions.processing} processing`}
      />
    </SimpleGrid>
  );
}

function People({ account }: { account: AdminAccountDetail }) {
  const { id, name, externalId, users, keys, createdAt, deletedAt, plan, subscription } = account;
  const active = keys.filter(({ status }) => status === 'active').length;
  return (
    <Card>
      <Group justify="space-between" mb="md">
        <Group gap="xs">
          <Title order={2}>Account</Title>
          <AccountStateBadge account={account} />
        </Group>
        {deletedAt === null && <SuspensionButton account={account} />}
      </Group>
      <DataList labelWidth="7rem" gap="xs">
        <DataList.Item>
          <DataList.ItemLabel>Id</DataList.ItemLabel>
          <DataList.ItemValue>
            <Code style={{ overflowWrap: 'anywhere' }}>{id}</Code>
          </DataList.ItemValue>
        </DataList.Item>
        {name !== null && (
          <DataList.Item>
            <DataList.ItemLabel>Name</DataList.ItemLabel>
            <DataList.ItemValue style={{ overflowWrap: 'anywhere' }}>{name}</DataList.ItemValue>
          </DataList.Item>
        )}
        {externalId !== null && (
          <DataList.Item>
            <DataList.ItemLabel>External id</DataList.ItemLabel>
            <DataList.ItemValue style={{ overflowWrap: 'anywhere' }}>{externalId}</DataList.ItemValue>
          </DataList.Item>
        )}
        {subscription !== null && (
          <DataList.Item>
            <DataList.ItemLabel>Subscription</DataList.ItemLabel>
            <DataList.ItemValue>
              <SubscriptionItem id={id} subscription={subscription} />
            </DataList.ItemValue>
          </DataList.Item>
        )}
        {users.map((user) => (
          <DataList.Item key={user.id}>
            <DataList.ItemLabel>User</DataList.ItemLabel>
            <DataList.ItemValue>
              <Group gap="xs">
                {user.email ?? user.id}
                {user.role === 'admin' && (
                  <Badge variant="light" size="sm" tt="none">
                    admin
                  </Badge>
                )}
              </Group>
            </DataList.ItemValue>
          </DataList.Item>
        ))}
        <DataList.Item>
          <DataList.ItemLabel>Plan</DataList.ItemLabel>
          <DataList.ItemValue>
            {deletedAt === null ? <PlanField account={account} /> : plan}
          </DataList.ItemValue>
        </DataList.Item>
        <DataList.Item>
          <DataList.ItemLabel>Rate limit</DataList.ItemLabel>
          <DataList.ItemValue>
            <RateLimitSetting account={account} />
          </DataList.ItemValue>
        </DataList.Item>
        <DataList.Item>
          <DataList.ItemLabel>API keys</DataList.ItemLabel>
          <DataList.ItemValue>
            {active} active, {keys.length - active} revoked
          </DataList.ItemValue>
        </DataList.Item>
        <DataList.Item>
          <DataList.ItemLabel>Created</DataList.ItemLabel>
          <DataList.ItemValue>{dateAndTime(createdAt)}</DataList.ItemValue>
        </DataList.Item>
        {deletedAt !== null && (
          <DataList.Item>
            <DataList.ItemLabel>Deleted</DataList.ItemLabel>
            <DataList.ItemValue>{dateAndTime(deletedAt)}</DataList.ItemValue>
          </DataList.Item>
        )}
      </DataList>
      <Anchor
        component={Link}
        to={`/admin/predictions?accountId=${id}`}
        size="sm"
        mt="md"
        display="inline-block"
      >
        Predictions of this account
      </Anchor>
    </Card>
  );
}

function Credits({ accountId }: { accountId: string }) {
  return (
    <Card>
      <Title order={2} mb="md">
        Credits
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <MoveCreditsForm kind="grant" accountId={accountId} />
        <MoveCreditsForm kind="adjustment" accountId={accountId} />
      </SimpleGrid>
    </Card>
  );
}

const NO_FILTERS = {};

function AccountLedger({ accountId }: { accountId: string }) {
  const query = useLedger(NO_FILTERS, accountId);
  return (
    <Card>
      <Title order={2} mb="md">
        Statement
      </Title>
      <QueryView query={query} skeleton={<Skeleton h={240} />}>
        {(entries) => (
          <>
            <StatementTable
              entries={entries}
              linkTo={(predictionId) => `/admin/predictions?predictionId=${predictionId}`}
            />
            <LoadMore query={query} />
          </>
        )}
      </QueryView>
    </Card>
  );
}

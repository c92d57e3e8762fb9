import { useMemo } from 'react';
import { NotFoundPage } from '../../app/NotFoundPage';
import { useMay } from '../../session/permissions';
import { useProfile } from '../../session/useSession';
import { PageHeader } from '../../ui/PageHeader';
import { useKeys } from '../keys/useKeys';
import { useTeam } from '../team/useTeam';
import { AuditCsvButton } from './AuditCsvButton';
import { AuditList } from './AuditList';

/** Shows who changed what in the account, to its owners and admins. */
export function AuditPage() {
  return useMay('manage') ? <AccountAudit /> : <NotFoundPage />;
}

function AccountAudit() {
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Who changed what in this account. Entries cannot be changed or deleted."
      >
        <AuditCsvButton scope="account" />
      </PageHeader>
      <AuditList scope="account" names={useNames()} />
    </>
  );
}

/** Returns the account, the emails of its members and the names of its keys by their ids. Who has left is shown by id. */
function useNames(): ReadonlyMap<string, string> {
  const { id: accountId } = useProfile().account;
  const members = useTeam().data?.items;
  const keys = useKeys().data?.keys;
  return useMemo(
    () =>
      new Map([
        [accountId, 'This account'],
        ...(members ?? []).flatMap(({ userId, email }) => (email === null ? [] : [[userId, email] as const])),
        ...(keys ?? []).map(({ id, name, masked }) => [id, `${name} (…${masked.slice(-4)})`] as const),
      ]),
    [accountId, members, keys],
  );
}

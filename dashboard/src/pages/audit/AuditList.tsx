import { Card, EmptyState, Skeleton, Stack } from '@mantine/core';
import { IconListSearch } from '../../ui/icons';
import { LoadMore } from '../../ui/LoadMore';
import { QueryView } from '../../ui/QueryView';
import { useUrlFilters } from '../../ui/useUrlFilters';
import { AuditFilterFields } from './AuditFilterFields';
import { AuditTable } from './AuditTable';
import { AUDIT_FILTERS, type AuditScope, useAudit } from './useAudit';

interface AuditListProps {
  scope: AuditScope;
  /** Names of people and keys by their ids. */
  names?: ReadonlyMap<string, string>;
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** Shows who changed what, with filters. The URL holds them. */
export function AuditList({ scope, names = NO_NAMES }: AuditListProps) {
  const { filters, change, clear } = useUrlFilters(AUDIT_FILTERS);
  const query = useAudit(scope, filters);
  const withAccount = scope === 'all';
  return (
    <>
      <AuditFilterFields {...{ filters, change, clear, withAccount, names }} />
      <QueryView query={query} skeleton={<Skeleton h={420} />}>
        {(items) =>
          items.length === 0 && !query.hasNextPage ? (
            <Card>
              <EmptyState py="xl" icon={<IconListSearch />} title="No changes match these filters" />
            </Card>
          ) : (
            <Stack gap={0}>
              {items.length > 0 && <AuditTable items={items} withAccount={withAccount} names={names} />}
              <LoadMore query={query} />
            </Stack>
          )
        }
      </QueryView>
    </>
  );
}

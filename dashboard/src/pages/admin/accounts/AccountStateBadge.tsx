import { Badge } from '@mantine/core';

interface AccountState {
  suspended: boolean;
  deletedAt: string | null;
}

/** Marks a suspended or deleted account; renders nothing for another one. */
export function AccountStateBadge({ account: { suspended, deletedAt } }: { account: AccountState }) {
  if (!suspended && deletedAt === null) return null;
  return (
    <Badge variant="light" size="sm" color={deletedAt === null ? 'red' : 'gray'} tt="none">
      {deletedAt === null ? 'suspended' : 'deleted'}
    </Badge>
  );
}

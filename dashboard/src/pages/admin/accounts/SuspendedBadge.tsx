import { Badge } from '@mantine/core';

/** Marks a suspended account; renders nothing for another one. */
export function SuspendedBadge({ account: { suspended } }: { account: { suspended: boolean } }) {
  if (!suspended) return null;
  return (
    <Badge variant="light" size="sm" color="red" tt="none">
      suspended
    </Badge>
  );
}

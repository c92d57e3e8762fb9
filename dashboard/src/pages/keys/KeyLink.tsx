import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { KeyRecord } from './useKeys';

interface KeyLinkProps {
  id: string;
  /** Where its name is found. */
  keys: KeyRecord[];
}

/** Links to a key. Its last characters tell it from the key that it replaces, which has the same name. */
export function KeyLink({ id, keys }: KeyLinkProps) {
  const key = keys.find((each) => each.id === id);
  return (
    <Anchor component={Link} to={`/keys/${id}`} inherit underline="always">
      {key ? `${key.name} (…${key.masked.slice(-4)})` : id}
    </Anchor>
  );
}

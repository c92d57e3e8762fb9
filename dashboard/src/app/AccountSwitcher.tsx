import { Alert, NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { asProblem } from '../api/problem';
import { switchAccount } from '../session/session';
import { useProfile } from '../session/useSession';

/** Lets a member of several accounts choose the one to work in. */
export function AccountSwitcher() {
  const { account, accounts } = useProfile();
  const change = useMutation({ mutationFn: switchAccount });
  if (accounts.length < 2) return null;
  return (
    <>
      {change.error && (
        <Alert color="red" role="alert" mb="xs" p="xs">
          {asProblem(change.error).message}
        </Alert>
      )}
      <NativeSelect
        aria-label="Account"
        size="xs"
        mb="sm"
        data={accounts.map(({ id, name, role }) => ({
          value: id,
          label: `${name ?? shortId(id)} (${role})`,
        }))}
        value={account.id}
        disabled={change.isPending || change.isSuccess}
        onChange={(event) => change.mutate(event.currentTarget.value)}
      />
    </>
  );
}

/** The end of its id identifies an account without a name. */
const shortId = (id: string) => `Account …${id.slice(-6)}`;

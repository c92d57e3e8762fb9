import { NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { switchAccount } from '../session/session';
import { useProfile } from '../session/useSession';
import { ProblemAlert } from '../ui/ProblemAlert';

/** Lets a member of several accounts choose the one to work in. */
export function AccountSwitcher() {
  const { account, accounts } = useProfile();
  const change = useMutation({ mutationFn: switchAccount });
  if (accounts.length < 2) return null;
  return (
    <>
      <ProblemAlert error={change.error} mb="xs" p="xs" />
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

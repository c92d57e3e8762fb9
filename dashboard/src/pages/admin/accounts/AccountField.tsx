import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { type AdminAccount, useAccounts } from './useAccounts';

interface AccountFieldProps {
  /** `acc_…` */
  value: string | undefined;
  onChange: (accountId: string | null) => void;
}

const DEBOUNCE_MS = 300;

/** Chooses an account from those that a part of an email finds. */
export function AccountField({ value, onChange }: AccountFieldProps) {
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text, DEBOUNCE_MS);
  const found = useAccounts({ search }).data ?? [];
  // Its name, also when it was chosen by the address of the page.
  const chosen = useAccounts({ search: value }, value !== undefined).data ?? [];
  return (
    <Select
      label="Account"
      placeholder="Any: part of an email"
      data={optionsOf(value, [...chosen, ...found])}
      value={value ?? null}
      onChange={onChange}
      onSearchChange={setText}
      // The service has searched.
      filter={({ options }) => options}
      nothingFoundMessage="No matching account"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear Account' }}
    />
  );
}

function optionsOf(value: string | undefined, accounts: AdminAccount[]) {
  const labels = new Map(accounts.map((account) => [account.id, nameOf(account)]));
  if (value !== undefined && !labels.has(value)) labels.set(value, value);
  return [...labels].map(([id, label]) => ({ value: id, label }));
}

/** Returns who an account is: the email of its first user. */
export function nameOf({ id, users }: AdminAccount): string {
  return users[0]?.email ?? id;
}

import { Autocomplete, Button, Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { DayRange } from '../../ui/DayRange';
import { useDebouncedText } from '../../ui/useDebouncedText';
import { AccountField } from '../admin/accounts/AccountField';
import { usePeople } from '../admin/accounts/useAccounts';
import { ACTION_LABELS, ACTORS } from './audit-text';
import type { AuditFilters } from './useAudit';

interface AuditFilterFieldsProps {
  filters: AuditFilters;
  change: (changes: { [N in keyof AuditFilters]: string | null }) => void;
  clear: () => void;
  /** Whether the list has several accounts. */
  withAccount: boolean;
  /** Names of people and keys by their ids. */
  names: ReadonlyMap<string, string>;
}

const DEBOUNCE_MS = 300;
const KINDS: ReadonlyMap<string, string> = new Map(Object.entries(ACTORS));

/** Filters by words of the list. What is typed and is none of them is a name of an extension, or an id. */
export function AuditFilterFields({ filters, change, clear, withAccount, names }: AuditFilterFieldsProps) {
  const actors = usePeopleOf(filters.actor, withAccount);
  const targets = usePeopleOf(filters.target, withAccount);
  return (
    <Group align="flex-end" mb="lg">
      <SuggestingField
        label="What"
        placeholder="Any, such as Key created"
        words={ACTION_LABELS}
        value={filters.action ?? ''}
        onChange={(action) => change({ action })}
      />
      <SuggestingField
        label="Who"
        placeholder="Any: a person, a key, a kind"
        words={new Map([...KINDS, ...names, ...actors.people])}
        value={filters.actor ?? ''}
        onChange={(actor) => change({ actor })}
        onType={actors.search}
      />
      <SuggestingField
        label="Changed"
        placeholder="Any: a person, a key, an id"
        words={new Map([...names, ...targets.people])}
        value={filters.target ?? ''}
        onChange={(target) => change({ target })}
        onType={targets.search}
      />
      {withAccount && (
        <AccountField value={filters.accountId} onChange={(accountId) => change({ accountId })} />
      )}
      <DayRange from={filters.from} to={filters.to} onChange={change} />
      {Object.keys(filters).length > 0 && (
        <Button variant="subtle" onClick={clear}>
          Clear filters
        </Button>
      )}
    </Group>
  );
}

/** Finds people of all accounts, for administrators: those that a typed text finds, and the one with the id of the filter. */
function usePeopleOf(id: string | undefined, enabled: boolean) {
  const [text, search] = useState('');
  const [typed] = useDebouncedValue(text, DEBOUNCE_MS);
  const chosen = usePeople(id?.startsWith('usr_') ? id : '', enabled);
  const found = usePeople(typed.trim(), enabled);
  return { people: new Map([...chosen, ...found]), search };
}

interface SuggestingFieldProps {
  label: string;
  placeholder: string;
  /** What is suggested, by the values of the API. */
  words: ReadonlyMap<string, string>;
  /** Of the API. */
  value: string;
  onChange: (value: string) => void;
  onType?: (text: string) => void;
}

function SuggestingField({ words, value, onChange, onType, ...props }: SuggestingFieldProps) {
  const values = new Map([...words].map(([one, word]) => [word.toLowerCase(), one]));
  const text = useDebouncedText(words.get(value) ?? value, (typed) =>
    onChange(values.get(typed.toLowerCase()) ?? typed),
  );
  const change = (typed: string) => {
    text.change(typed);
    onType?.(typed);
  };
  return (
    <Autocomplete
      {...props}
      data={[...new Set(words.values())]}
      limit={12}
      value={text.value}
      onChange={change}
    />
  );
}

import { Autocomplete, Button, Group } from '@mantine/core';
import { DayRange } from '../../ui/DayRange';
import { DebouncedTextInput } from '../../ui/DebouncedTextInput';
import { useDebouncedText } from '../../ui/useDebouncedText';
import { ACTIONS, ACTORS } from './audit-text';
import type { AuditFilters } from './useAudit';

interface AuditFilterFieldsProps {
  filters: AuditFilters;
  change: (changes: { [N in keyof AuditFilters]: string | null }) => void;
  clear: () => void;
  /** Whether the list has several accounts. */
  withAccount: boolean;
}

/** Kinds of actors, grouped from ids, which the user types. */
const ACTOR_DATA = Object.keys(ACTORS);

export function AuditFilterFields({ filters, change, clear, withAccount }: AuditFilterFieldsProps) {
  return (
    <Group align="flex-end" mb="lg">
      <SuggestingField
        label="What"
        placeholder="Any, such as key.created"
        data={ACTIONS}
        value={filters.action ?? ''}
        onChange={(action) => change({ action })}
      />
      <SuggestingField
        label="Who"
        placeholder="Any: an id or a kind"
        data={ACTOR_DATA}
        value={filters.actor ?? ''}
        onChange={(actor) => change({ actor })}
      />
      <DebouncedTextInput
        label="Changed"
        placeholder="Any: an id, such as key_…"
        value={filters.target ?? ''}
        onDebouncedChange={(target) => change({ target })}
      />
      {withAccount && (
        <DebouncedTextInput
          label="Account"
          placeholder="Any: acc_…"
          value={filters.accountId ?? ''}
          onDebouncedChange={(accountId) => change({ accountId })}
        />
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

interface SuggestingFieldProps {
  label: string;
  placeholder: string;
  data: string[];
  value: string;
  onChange: (value: string) => void;
}

function SuggestingField({ value, onChange, ...props }: SuggestingFieldProps) {
  const text = useDebouncedText(value, onChange);
  return <Autocomplete {...props} limit={12} value={text.value} onChange={text.change} />;
}

import { ActionIcon, Anchor, Group, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { Link } from 'react-router';
import { asProblem } from '../../api/problem';
import { useMay } from '../../session/permissions';
import { IconCheck, IconPencil, IconX } from '../../ui/icons';
import classes from '../../ui/row-link.module.css';
import { canBeChanged } from './key-actions';
import { nameProblem } from './key-rules';
import { type KeyRecord, useUpdateKey } from './useKeys';

/** Shows a key's name as the link to its page, and edits it inline: Enter saves, Escape cancels. */
export function KeyName({ record }: { record: KeyRecord }) {
  const [isEditing, setEditing] = useState(false);
  const mayChange = useMay('keys');
  if (isEditing) return <Rename record={record} done={() => setEditing(false)} />;
  return (
    <Group gap={4} wrap="nowrap">
      <Anchor
        component={Link}
        to={`/keys/${record.id}`}
        className={classes.link}
        c="inherit"
        fw={600}
        size="sm"
        style={{ overflowWrap: 'anywhere' }}
      >
        {record.name}
      </Anchor>
      {mayChange && canBeChanged(record) && (
        <ActionIcon
          className={classes.control}
          variant="subtle"
          color="gray"
          size="sm"
          onClick={() => setEditing(true)}
          aria-label={`Rename ${record.name}`}
        >
          <IconPencil size={14} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}

function Rename({ record, done }: { record: KeyRecord; done: () => void }) {
  const [name, setName] = useState(record.name);
  const renaming = useUpdateKey(record.id);
  const problem = nameProblem(name) ?? (renaming.error && asProblem(renaming.error).message);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (name.trim() === record.name) done();
    else if (!nameProblem(name)) renaming.mutate({ name: name.trim() }, { onSuccess: done });
  };
  return (
    <form onSubmit={submit}>
      <Group gap={4} wrap="nowrap" align="flex-start">
        <TextInput
          size="xs"
          aria-label={`New name of ${record.name}`}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && done()}
          error={problem}
          disabled={renaming.isPending}
          data-autofocus
          autoFocus
        />
        <ActionIcon type="submit" variant="light" loading={renaming.isPending} aria-label="Save name">
          <IconCheck size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" onClick={done} aria-label="Cancel rename">
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </form>
  );
}

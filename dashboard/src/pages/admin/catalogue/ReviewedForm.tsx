import { Alert, Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { asProblem } from '../../../api/problem';
import { useNotify } from '../../../ui/useNotify';
import { ChangedValues } from './ChangedValues';
import { changedFields, valuesOf } from './changes';
import type { Fields } from './entries';
import { type Subject, useChangeEntry } from './useCatalogue';

interface ReviewedFormProps<V> {
  subject: Subject;
  form: UseFormReturnType<V>;
  /** The entry as it is, with the fields of the form. */
  before: Fields;
  /** The fields of the form, as it has them. */
  fieldsOf: (values: V) => Fields;
  onClose: () => void;
  children: ReactNode;
}

/** Asks for changes, shows old and new values, and saves them with a reason. */
export function ReviewedForm<V>({
  subject,
  form,
  before,
  fieldsOf,
  onClose,
  children,
}: ReviewedFormProps<V>) {
  const [changes, setChanges] = useState<Fields | null>(null);
  const [isUnchanged, setUnchanged] = useState(false);
  const review = form.onSubmit((values) => {
    const changed = changedFields(before, fieldsOf(values));
    setUnchanged(Object.keys(changed).length === 0);
    if (Object.keys(changed).length > 0) setChanges(changed);
  });
  if (changes !== null)
    return (
      <Review
        subject={subject}
        before={before}
        changes={changes}
        back={(errors) => {
          form.setErrors(errors);
          setChanges(null);
        }}
        onClose={onClose}
      />
    );
  return (
    <form onSubmit={review} noValidate>
      <Stack>
        {isUnchanged && (
          <Alert role="status" color="gray">
            Nothing is changed.
          </Alert>
        )}
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Review changes</Button>
        </Group>
      </Stack>
    </form>
  );
}

interface ReviewProps {
  subject: Subject;
  before: Fields;
  changes: Fields;
  /** @param errors by field. */
  back: (errors: Record<string, string>) => void;
  onClose: () => void;
}

function Review({ subject, before, changes, back, onClose }: ReviewProps) {
  const [reason, setReason] = useState('');
  const save = useChangeEntry(subject);
  const notify = useNotify();
  const problem = save.error && asProblem(save.error);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save.mutate(
      { ...changes, ...(reason.trim() && { reason: reason.trim() }) },
      {
        onSuccess: ({ version }) => {
          notify({ color: 'teal', message: `Version ${version} holds now.` });
          onClose();
        },
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {problem && (
          <Alert color="red" role="alert" title={problem.message}>
            <List size="sm">
              {problem.details.map(({ field, message }) => (
                <List.Item key={field}>
                  {field} {message}
                </List.Item>
              ))}
            </List>
          </Alert>
        )}
        <Text size="sm">Changes, before they are saved:</Text>
        <ChangedValues values={valuesOf(before, changes)} />
        <TextInput
          label="Reason"
          description="Kept with the version. Nothing personal."
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          autoFocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => back(problem?.fields ?? {})}>
            Back
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

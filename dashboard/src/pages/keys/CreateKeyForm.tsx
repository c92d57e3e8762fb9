import { Accordion, Button, Checkbox, Group, Input, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { asProblem } from '../../api/problem';
import { ProblemAlert } from '../../ui/ProblemAlert';
import { NEW_KEY, newKeyOf } from './key-values';
import { NameField } from './NameField';
import { RateLimitField } from './RateLimitField';
import { RestrictionFields } from './RestrictionFields';
import { type Scope, SCOPES, WITHIN_WRITE } from './scopes';
import { fieldErrors, type KeyForm, useKeyForm } from './useKeyForm';
import { type CreatedKey, useCreateKey } from './useKeys';

const ENVIRONMENT_HINT = 'Sets only the prefix of the key. Test keys charge credits like live keys.';
const RESTRICTIONS = 'restrictions';
/** Fields outside the collapsed part of the form. */
const ALWAYS_SHOWN = ['name', 'scopes', 'rateLimit', 'env'];

/** For administrators: the account that gets the key. Undefined: that of the session. */
export interface KeyAccount {
  id: string;
  maxRateLimit: number;
}

interface CreateKeyFormProps {
  account?: KeyAccount;
  onCreated: (created: CreatedKey) => void;
}

export function CreateKeyForm({ account, onCreated }: CreateKeyFormProps) {
  const creation = useCreateKey(account?.id);
  const form = useKeyForm(NEW_KEY);
  const [opened, setOpened] = useState<string | null>(null);
  const showHidden = (errors: object) => {
    if (Object.keys(errors).some((field) => !ALWAYS_SHOWN.includes(field))) setOpened(RESTRICTIONS);
  };
  const submit = form.onSubmit(
    (values) =>
      creation.mutate(newKeyOf(values), {
        onSuccess: onCreated,
        onError: (error) => {
          const errors = fieldErrors(asProblem(error));
          form.setErrors(errors);
          showHidden(errors);
        },
      }),
    showHidden,
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <ProblemAlert error={creation.error} />
        <NameField {...form.getInputProps('name')} />
        <ScopesField form={form} />
        <RateLimitField form={form} maxRateLimit={account?.maxRateLimit} />
        <Input.Wrapper label="Environment" description={ENVIRONMENT_HINT} labelElement="div">
          <SegmentedControl
            mt={6}
            data={[
              { value: 'live', label: 'Live (of_live_…)' },
              { value: 'test', label: 'Test (of_test_…)' },
            ]}
            aria-label="Environment"
            {...form.getInputProps('env')}
          />
        </Input.Wrapper>
        <Accordion variant="contained" value={opened} onChange={setOpened} keepMounted={false}>
          <Accordion.Item value={RESTRICTIONS}>
            <Accordion.Control>
              Limits and restrictions
              <Text size="xs" c="dimmed">
                Expiry, spend limit, models, addresses. All optional; they can be changed later.
              </Text>
            </Accordion.Control>
            <Accordion.Panel>
              <RestrictionFields form={form} />
            </Accordion.Panel>
          </Accordion.Item>
        </Accordion>
        <Group justify="flex-end">
          <Button type="submit" loading={creation.isPending}>
            Create key
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function ScopesField({ form }: { form: KeyForm }) {
  const isWithinWrite = (scope: Scope) =>
    form.values.scopes.includes('write') && WITHIN_WRITE.includes(scope);
  return (
    <Checkbox.Group label="Scopes" description="What the key can do." {...form.getInputProps('scopes')}>
      <Stack gap="xs" mt="xs">
        {SCOPES.map(({ scope, title, grants }) => (
          <Checkbox
            key={scope}
            value={scope}
            label={`${title} (${scope})`}
            description={isWithinWrite(scope) ? `${grants} Included in “Generate everything”.` : grants}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

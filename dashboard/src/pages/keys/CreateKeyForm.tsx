import {
  Alert,
  Button,
  Checkbox,
  Group,
  Input,
  NumberInput,
  SegmentedControl,
  Stack,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { asProblem } from '../../api/problem';
import { nameProblem } from './KeyName';
import { type Scope, SCOPES, WITHIN_WRITE } from './scopes';
import { type CreatedKey, type NewKey, useCreateKey } from './useKeys';

const RATE_MIN = 10;
const RATE_MAX = 6000;
const RATE_DEFAULT = 120;

const ENVIRONMENT_HINT = 'Sets only the prefix of the key. Test keys charge credits like live keys.';

export function CreateKeyForm({ onCreated }: { onCreated: (created: CreatedKey) => void }) {
  const creation = useCreateKey();
  const form = useForm({
    initialValues: { name: '', scopes: ['read', 'write'] as Scope[], rateLimit: RATE_DEFAULT, env: 'live' },
    validate: {
      name: nameProblem,
      scopes: (scopes) => (scopes.length === 0 ? 'Choose at least one.' : null),
      rateLimit: (limit) =>
        Number.isInteger(limit) && limit >= RATE_MIN && limit <= RATE_MAX
          ? null
          : `A whole number from ${RATE_MIN} to ${RATE_MAX}.`,
    },
  });
  const submit = form.onSubmit((values) =>
    creation.mutate({ ...values, name: values.name.trim() } as NewKey, {
      onSuccess: onCreated,
      onError: (error) => form.setErrors(asProblem(error).fields),
    }),
  );
  const isWithinWrite = (scope: Scope) =>
    form.values.scopes.includes('write') && WITHIN_WRITE.includes(scope);
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {creation.error && (
          <Alert color="red" role="alert">
            {asProblem(creation.error).message}
          </Alert>
        )}
        <TextInput
          label="Name"
          description="Helps you tell your keys apart."
          placeholder="Production server"
          data-autofocus
          {...form.getInputProps('name')}
        />
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
        <NumberInput
          label="Limit"
          description={`Requests per minute, ${RATE_MIN} to ${RATE_MAX}.`}
          suffix=" / min"
          allowDecimal={false}
          allowNegative={false}
          {...form.getInputProps('rateLimit')}
        />
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
        <Group justify="flex-end">
          <Button type="submit" loading={creation.isPending}>
            Create key
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

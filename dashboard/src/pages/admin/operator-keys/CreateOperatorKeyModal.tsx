import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { asProblem } from '../../../api/problem';
import { ProblemAlert } from '../../../ui/ProblemAlert';
import { addressesOf, addressesProblem } from '../../keys/addresses';
import { AddressesField } from '../../keys/AddressesField';
import { ExpiryFields } from '../../keys/ExpiryFields';
import { expiryProblem, nameProblem } from '../../keys/key-rules';
import { expiryOf, type ExpiryValues } from '../../keys/key-values';
import { NameField } from '../../keys/NameField';
import { SecretModal } from '../../keys/SecretModal';
import { OPERATOR_SCOPES, type OperatorScope } from './operator-scopes';
import { type CreatedOperatorKey, useCreateOperatorKey } from './useOperatorKeys';

interface Values extends ExpiryValues {
  name: string;
  scopes: OperatorScope[];
  /** One per line. Empty: every address. */
  allowedIps: string;
}

const NEW_KEY: Values = { name: '', scopes: [], expiry: 'never', expiresAt: null, allowedIps: '' };
const SCOPES = Object.entries(OPERATOR_SCOPES);

/** Creates an operator key and shows its secret once. */
export function CreateOperatorKeyModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <SecretModal
      opened={opened}
      onClose={onClose}
      title="Create an operator key"
      titleOf={({ name }: CreatedOperatorKey) => `“${name}” is ready`}
      variable="OPERATOR_KEY"
    >
      {(onCreated) => <CreateForm onCreated={onCreated} />}
    </SecretModal>
  );
}

function CreateForm({ onCreated }: { onCreated: (created: CreatedOperatorKey) => void }) {
  const creation = useCreateOperatorKey();
  const form = useForm<Values>({
    initialValues: NEW_KEY,
    validate: {
      name: nameProblem,
      scopes: (scopes) => (scopes.length === 0 ? 'Choose at least one.' : null),
      expiresAt: (_time, values) => expiryProblem(values, Date.now()),
      allowedIps: addressesProblem,
    },
  });
  const submit = form.onSubmit((values) =>
    creation.mutate(bodyOf(values), {
      onSuccess: onCreated,
      onError: (error) => form.setErrors(asProblem(error).fields),
    }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <ProblemAlert error={creation.error} />
        <NameField placeholder="Shop" {...form.getInputProps('name')} />
        <Checkbox.Group
          label="Scopes"
          description="What the key can do, in every account."
          {...form.getInputProps('scopes')}
        >
          <Stack gap="xs" mt="xs">
            {SCOPES.map(([scope, { title, grants }]) => (
              <Checkbox key={scope} value={scope} label={`${title} (${scope})`} description={grants} />
            ))}
          </Stack>
        </Checkbox.Group>
        <ExpiryFields form={form} />
        <AddressesField {...form.getInputProps('allowedIps')} />
        <Group justify="flex-end">
          <Button type="submit" loading={creation.isPending}>
            Create key
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function bodyOf({ name, scopes, allowedIps, ...expiry }: Values) {
  const addresses = addressesOf(allowedIps);
  return {
    name: name.trim(),
    scopes,
    expiresAt: expiryOf(expiry, Date.now()),
    allowedIps: addresses.length > 0 ? addresses : null,
  };
}

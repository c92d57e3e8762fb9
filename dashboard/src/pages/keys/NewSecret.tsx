import { Alert, Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { saveText } from '../../media/save';
import { IconCheck, IconCopy, IconDownload } from '../../ui/icons';
import { useCopy } from '../../ui/useCopy';

export interface NewSecretProps {
  /** An API key or an operator key. */
  created: { key: string; name: string };
  /** Name of the environment variable in the file that can be downloaded. */
  variable?: string;
  /** Called when the user has copied or downloaded the secret, or says to have it. */
  onKept: () => void;
  done: () => void;
}

const COPY_LABEL = { ready: 'Copy', copied: 'Copied', refused: 'Select and copy manually' };

/** Shows a new secret, the only time that it reaches the browser. */
export function NewSecret({ created, variable = 'OFFPRINT_API_KEY', onKept, done }: NewSecretProps) {
  const [isStored, setStored] = useState(false);
  const { copy, state } = useCopy(created.key, onKept);
  return (
    <Stack>
      <Alert color="orange" title="This key is shown only once">
        We store only a hash. Save the key where your server reads its secrets. If you lose it, revoke it and
        create another.
      </Alert>
      <TextInput
        label="Secret key"
        value={created.key}
        readOnly
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        onFocus={(event) => event.currentTarget.select()}
        onCopy={onKept}
      />
      <Group>
        <Button
          leftSection={
            state === 'copied' ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
          }
          onClick={copy}
          data-autofocus
        >
          {COPY_LABEL[state]}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => {
            saveText('offprint.env', `${variable}=${created.key}\n`);
            onKept();
          }}
        >
          Download as .env
        </Button>
      </Group>
      <Checkbox
        label="I have stored the key safely"
        checked={isStored}
        onChange={({ currentTarget: { checked } }) => {
          setStored(checked);
          if (checked) onKept();
        }}
      />
      <Group justify="flex-end">
        <Button variant="default" disabled={!isStored} onClick={done}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}

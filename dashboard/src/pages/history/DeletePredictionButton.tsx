import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useDeletePrediction } from '../../api/predictions';
import { IconTrash } from '../../ui/icons';
import { ProblemAlert } from '../../ui/ProblemAlert';
import { withoutRun } from '../playground/kept-work';
import { changeWork } from '../playground/work-store';

/** Deletes the files and the input of a finished prediction, after a confirmation. */
export function DeletePredictionButton({ predictionId }: { predictionId: string }) {
  const [opened, { open, close }] = useDisclosure();
  const deletion = useDeletePrediction(predictionId);
  const confirm = () =>
    deletion.mutate(undefined, {
      onSuccess: () => {
        close();
        changeWork((work) => withoutRun(work, predictionId));
      },
    });
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => {
          deletion.reset();
          open();
        }}
      >
        Delete
      </Button>
      <Modal opened={opened} onClose={close} title="Delete this prediction">
        <Stack>
          <Text size="sm">
            Its files, prompt and input are removed, and links to its files stop working. This cannot be
            undone. The cost remains in your statement.
          </Text>
          <ProblemAlert error={deletion.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              Keep
            </Button>
            <Button color="red" onClick={confirm} loading={deletion.isPending}>
              Delete prediction
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

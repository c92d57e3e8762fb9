import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { modals } from '@mantine/modals';
import { type SubmitEvent, useState } from 'react';
import { asProblem } from '../../../api/problem';
import { credits } from '../../../text/amounts';
import { ProblemAlert } from '../../../ui/ProblemAlert';
import { useNotify } from '../../../ui/useNotify';
import { useEndPrediction } from './useAllPredictions';

const NOTE_MAX = 500;

/** Cancels or fails a prediction in progress. Both refund its credits. */
export function EndPredictionButtons({ predictionId }: { predictionId: string }) {
  const [opened, { open, close }] = useDisclosure();
  const ending = useEndPrediction(predictionId);
  const notices = useEndNotices();
  const cancel = () =>
    modals.openConfirmModal({
      title: 'Cancel this prediction',
      children: 'The prediction ends as cancelled and its credits are refunded.',
      labels: { confirm: 'Cancel prediction', cancel: 'Back' },
      confirmProps: { color: 'red' },
      onConfirm: () => ending.mutate(null, { onSuccess: notices.ended, onError: notices.refused }),
    });
  return (
    <Group gap={4} wrap="nowrap">
      <Button size="compact-xs" variant="default" onClick={cancel} loading={ending.isPending}>
        Cancel
      </Button>
      <Button size="compact-xs" variant="subtle" color="red" onClick={open}>
        Fail
      </Button>
      <Modal opened={opened} onClose={close} title="Fail this prediction">
        <FailForm predictionId={predictionId} done={close} />
      </Modal>
    </Group>
  );
}

function FailForm({ predictionId, done }: { predictionId: string; done: () => void }) {
  const [note, setNote] = useState('');
  const ending = useEndPrediction(predictionId);
  const notices = useEndNotices();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    ending.mutate(
      { note: note.trim() },
      {
        onSuccess: (answer) => {
          notices.ended(answer);
          done();
        },
      },
    );
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">The prediction fails with an internal error and its credits are refunded.</Text>
        <ProblemAlert error={ending.error} />
        <Textarea
          label="Reason"
          description="Written to the service log. The customer does not see it."
          maxLength={NOTE_MAX}
          required
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={done}>
            Back
          </Button>
          <Button type="submit" color="red" disabled={note.trim() === ''} loading={ending.isPending}>
            Fail prediction
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function useEndNotices() {
  const notify = useNotify();
  return {
    ended: ({ status, creditsRefunded }: { status: string; creditsRefunded: number }) => {
      const message =
        status === 'failed'
          ? `Prediction ended. ${credits(creditsRefunded)} refunded.`
          : 'The prediction had already ended.';
      notify({ color: 'teal', message });
    },
    refused: (error: Error) => {
      notify({ color: 'red', title: 'The prediction was not ended', message: asProblem(error).message });
    },
  };
}

import { Alert, Stack } from '@mantine/core';
import type { Prediction } from '../api/types';
import { nameIn, OPERATIONS } from '../text/labels';
import { dateAndTime } from '../text/times';
import { MediaView } from './MediaView';
import { OutputActions } from './OutputActions';

type Completed = Pick<
  Prediction,
  'predictionId' | 'outputs' | 'outputExpiresAt' | 'deletedAt' | 'prompt' | 'operation'
>;

/** Renders all outputs of a completed prediction. */
export function Outputs({ prediction }: { prediction: Completed }) {
  const { predictionId, outputs = [], outputExpiresAt, deletedAt, prompt, operation } = prediction;
  if (deletedAt) {
    return (
      <Alert color="gray" title="Deleted">
        Its files, prompt and input were deleted on {dateAndTime(deletedAt)}.
      </Alert>
    );
  }
  if (outputs.length === 0) {
    return (
      <Alert color="gray" title="The files have expired">
        Results are kept for a limited time.
        {outputExpiresAt && ` These were kept until ${dateAndTime(outputExpiresAt)}.`}
      </Alert>
    );
  }
  return (
    <Stack>
      {outputs.map((output, index) => (
        <Stack key={output.url} gap="xs">
          <MediaView output={output} alt={prompt || nameIn(OPERATIONS, operation)} />
          <OutputActions output={output} predictionId={predictionId} index={index} />
        </Stack>
      ))}
    </Stack>
  );
}

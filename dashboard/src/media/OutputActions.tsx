import { Button, Group, Text } from '@mantine/core';
import type { Output } from '../api/types';
import { byteSize } from '../text/amounts';
import { IconDownload } from '../ui/icons';
import { fileName, toCurrentOrigin } from './links';

interface OutputActionsProps {
  output: Output;
  predictionId: string;
  index: number;
}

/** Shows type, dimensions and size of an output, and a download button. */
export function OutputActions({ output, predictionId, index }: OutputActionsProps) {
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed" className="figures">
        {factsOf(output).join(' · ')}
      </Text>
      <Button
        component="a"
        href={toCurrentOrigin(output.url)}
        download={fileName(predictionId, output.contentType, index)}
        variant="default"
        size="xs"
        leftSection={<IconDownload size={14} aria-hidden />}
      >
        Download
      </Button>
    </Group>
  );
}

function factsOf({ contentType, bytes, width, height, durationSeconds }: Output): string[] {
  return [
    contentType,
    width && height ? `${width} × ${height}` : '',
    durationSeconds ? `${Number(durationSeconds.toFixed(1))} s` : '',
    byteSize(bytes),
  ].filter(Boolean);
}

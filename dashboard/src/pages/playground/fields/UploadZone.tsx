import '@mantine/dropzone/styles.css';
import { Alert, Group, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { untilLetIn, type Waiting } from '../../../api/patience';
import { asProblem } from '../../../api/problem';
import { WaitNotice } from '../../../ui/WaitNotice';
import { article } from '../schema-fields';
import { uploadFile } from './upload';

interface UploadZoneProps {
  accepts: 'image' | 'video';
  label: string;
  /** @param link to the file, as a model takes it. */
  onUploaded: (link: string) => void;
}

/** What the service takes; it looks into the file itself. */
const TAKEN = {
  image: ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'],
  video: ['video/mp4', 'video/webm', 'video/x-matroska', 'video/quicktime'],
};
const LARGEST_BYTES = { image: 25 * 1024 ** 2, video: 100 * 1024 ** 2 };

export function UploadZone({ accepts, label, onUploaded }: UploadZoneProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const control = new AbortController();
    leaving.current = control;
    return () => control.abort();
  }, []);
  const upload = useMutation({
    mutationFn: (file: File) => untilLetIn(() => uploadFile(file), setWaiting, leaving.current.signal),
    onSuccess: onUploaded,
    onError: (error) => setRefusal(asProblem(error).details[0]?.message ?? asProblem(error).message),
  });
  const megabytes = Math.floor(LARGEST_BYTES[accepts] / 1024 ** 2);
  return (
    <>
      {waiting && <WaitNotice problem={waiting.problem} />}
      {refusal && (
        <Alert color="red" role="alert">
          {refusal}
        </Alert>
      )}
      <Dropzone
        multiple={false}
        accept={TAKEN[accepts]}
        maxSize={LARGEST_BYTES[accepts]}
        loading={upload.isPending}
        onDrop={([file]) => {
          setRefusal(null);
          if (file) upload.mutate(file);
        }}
        onReject={() =>
          setRefusal(`Not a file that can be used: ${article(accepts)} of up to ${megabytes} MB.`)
        }
        aria-label={`Upload: ${label}`}
        inputProps={{ 'aria-label': `File: ${label}` }}
      >
        <Group justify="center" gap="sm" py="sm">
          <IconUpload size={22} stroke={1.6} aria-hidden />
          <div>
            <Text size="sm">Drop {article(accepts)} here, or choose one</Text>
            <Text size="xs" c="dimmed">
              Up to {megabytes} MB, kept for a day
            </Text>
          </div>
        </Group>
      </Dropzone>
    </>
  );
}

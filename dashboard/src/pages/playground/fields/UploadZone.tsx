import '@mantine/dropzone/styles.css';
import { Alert, Group, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { asProblem } from '../../../api/problem';
import { retryAfter429, type Waiting } from '../../../api/retry-after-429';
import { IconUpload } from '../../../ui/icons';
import { WaitNotice } from '../../../ui/WaitNotice';
import { withArticle } from '../schema-fields';
import { uploadFile } from './upload';

interface UploadZoneProps {
  accepts: 'image' | 'video';
  label: string;
  /** @param link link to the file, usable as model input. */
  onUploaded: (link: string) => void;
}

/** Types that the service accepts. The service also inspects the content. */
const ACCEPTED_TYPES = {
  image: ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'],
  video: ['video/mp4', 'video/webm', 'video/x-matroska', 'video/quicktime'],
};
const MAX_BYTES = { image: 25 * 1024 ** 2, video: 100 * 1024 ** 2 };

export function UploadZone({ accepts, label, onUploaded }: UploadZoneProps) {
  const [uploadError, setUploadError] = useState<string | null>(null);
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const unmounting = useRef(new AbortController());
  useEffect(() => {
    const control = new AbortController();
    unmounting.current = control;
    return () => control.abort();
  }, []);
  const upload = useMutation({
    mutationFn: (file: File) => retryAfter429(() => uploadFile(file), setWaiting, unmounting.current.signal),
    onSuccess: onUploaded,
    onError: (error) => setUploadError(asProblem(error).details[0]?.message ?? asProblem(error).message),
  });
  const megabytes = Math.floor(MAX_BYTES[accepts] / 1024 ** 2);
  return (
    <>
      {waiting && <WaitNotice problem={waiting.problem} />}
      {uploadError && (
        <Alert color="red" role="alert">
          {uploadError}
        </Alert>
      )}
      <Dropzone
        multiple={false}
        accept={ACCEPTED_TYPES[accepts]}
        maxSize={MAX_BYTES[accepts]}
        loading={upload.isPending}
        onDrop={([file]) => {
          setUploadError(null);
          if (file) upload.mutate(file);
        }}
        onReject={() =>
          setUploadError(`Unsupported file. Use ${withArticle(accepts)} of up to ${megabytes} MB.`)
        }
        aria-label={`Upload: ${label}`}
        inputProps={{ 'aria-label': `File: ${label}` }}
      >
        <Group justify="center" gap="sm" py="sm">
          <IconUpload size={22} stroke={1.6} aria-hidden />
          <div>
            <Text size="sm">Drop {withArticle(accepts)} here, or choose one</Text>
            <Text size="xs" c="dimmed">
              Up to {megabytes} MB, kept for a day
            </Text>
          </div>
        </Group>
      </Dropzone>
    </>
  );
}

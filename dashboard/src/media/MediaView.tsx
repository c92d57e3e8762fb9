import { AspectRatio, Image, Loader, Text } from '@mantine/core';
import { Suspense } from 'react';
import type { Output } from '../api/types';
import { lazyPart } from '../ui/load-part';
import { toCurrentOrigin } from './links';
import classes from './media.module.css';

// Large modules that only one modality needs.
const Waveform = lazyPart(() => import('./Waveform'));
const ModelView = lazyPart(() => import('./ModelView'));

interface MediaViewProps {
  output: Output;
  /** Text alternative. */
  alt: string;
}

/** Renders an output with the element or viewer for its content type. */
export function MediaView({ output, alt }: MediaViewProps) {
  const url = toCurrentOrigin(output.url);
  const [kind] = output.contentType.split('/');
  if (kind === 'image')
    return <Image src={url} alt={alt} className={classes.picture} fit="contain" mah="70dvh" />;
  if (kind === 'video') {
    return (
      <video
        src={url}
        controls
        loop
        playsInline
        preload="metadata"
        aria-label={alt}
        className={classes.video}
      />
    );
  }
  if (kind === 'audio') {
    return (
      <Suspense fallback={<Loader aria-label="Loading the player" />}>
        <Waveform key={url} url={url} label={alt} />
      </Suspense>
    );
  }
  if (output.contentType === 'model/gltf-binary') {
    return (
      <AspectRatio ratio={4 / 3}>
        <Suspense fallback={<Loader aria-label="Loading the viewer" m="auto" />}>
          <ModelView key={url} url={url} label={alt} />
        </Suspense>
      </AspectRatio>
    );
  }
  return (
    <Text size="sm">No preview for this file type ({output.contentType}). Download the file instead.</Text>
  );
}

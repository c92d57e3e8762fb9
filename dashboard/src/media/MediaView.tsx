import { AspectRatio, Image, Loader, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { Output } from '../api/types';
import { onThisAddress } from './links';
import classes from './media.module.css';

// Large, and for their modality alone.
const Waveform = lazy(() => import('./Waveform'));
const ModelView = lazy(() => import('./ModelView'));

interface MediaViewProps {
  output: Output;
  /** What it shows, for whoever cannot see it. */
  alt: string;
}

/** A result as a browser can show it. */
export function MediaView({ output, alt }: MediaViewProps) {
  const url = onThisAddress(output.url);
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
  return <Text size="sm">This kind of file ({output.contentType}) cannot be shown here; download it.</Text>;
}

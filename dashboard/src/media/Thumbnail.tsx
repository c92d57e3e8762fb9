import { AspectRatio, Loader } from '@mantine/core';
import type { Modality, Prediction } from '../api/types';
import {
  type Icon,
  IconAlertTriangle,
  IconBox,
  IconClockOff,
  IconMusic,
  IconPhoto,
  IconVideo,
} from '../ui/icons';
import { toCurrentOrigin } from './links';
import classes from './media.module.css';

export const MODALITY_ICONS: Record<Modality, Icon> = {
  image: IconPhoto,
  video: IconVideo,
  audio: IconMusic,
  '3d': IconBox,
};

type Shown = Pick<Prediction, 'status' | 'modality' | 'thumbnailUrl' | 'outputs'>;

/** Renders a square preview of a prediction: its picture, or an icon. It has no text alternative: callers add the text. */
export function Thumbnail({ prediction }: { prediction: Shown }) {
  return (
    <AspectRatio ratio={1}>
      <div className={classes.tile}>
        <Picture prediction={prediction} />
      </div>
    </AspectRatio>
  );
}

function Picture({ prediction: { status, modality, thumbnailUrl, outputs } }: { prediction: Shown }) {
  if (status === 'processing') return <Loader size="sm" aria-hidden />;
  if (status === 'failed') return <IconAlertTriangle size={32} stroke={1.5} aria-hidden />;
  if (thumbnailUrl) {
    return <img src={toCurrentOrigin(thumbnailUrl)} alt="" loading="lazy" className={classes.cover} />;
  }
  const [output] = outputs ?? [];
  if (!output) return <IconClockOff size={32} stroke={1.5} aria-hidden />;
  if (output.contentType.startsWith('video/')) {
    // With `preload="metadata"` the browser shows the first frame without loading the whole file.
    return (
      <video
        src={toCurrentOrigin(output.url)}
        muted
        playsInline
        preload="metadata"
        tabIndex={-1}
        aria-hidden
        className={classes.cover}
      />
    );
  }
  const Icon = MODALITY_ICONS[modality];
  return <Icon size={36} stroke={1.3} aria-hidden />;
}

/** OpenAI's object of a video, made from the status of a prediction. Pure. */
import type { HistoryEntry, StatusBody } from 'offprint';

/** OpenAI's defaults: typed clients read no other text. They stand where a model does not say what it makes, until the file is there. */
const USUAL = { seconds: '4', size: '720x1280' };

/** The fields of a status that a video shows. */
export type VideoStatus = Pick<
  StatusBody,
  | 'predictionId'
  | 'status'
  | 'modelKey'
  | 'progress'
  | 'createdAt'
  | 'startedAt'
  | 'completedAt'
  | 'metadata'
  | 'outputs'
  | 'outputExpiresAt'
  | 'error'
>;

/** What a video shows of its request. */
export type VideoRequest = Pick<HistoryEntry, 'prompt' | 'input'>;

/** A video in responses. */
export interface VideoObject {
  id: string;
  object: 'video';
  model: string;
  status: 'queued' | 'in_progress' | 'completed' | 'failed';
  progress: number;
  /** Unix seconds, as all times here. */
  created_at: number;
  completed_at: number | null;
  expires_at: number | null;
  /** Only for keys that may read the history. */
  prompt: string | null;
  seconds: string;
  /** `1280x720`. */
  size: string;
  error: { code: string; message: string } | null;
  remixed_from_video_id: null;
}

/** Converts a status. @param request null when the caller may not see it. */
export function videoOf(status: VideoStatus, request: VideoRequest | null): VideoObject {
  const { error } = status;
  return {
    id: status.predictionId,
    object: 'video',
    model: status.metadata.model ?? status.modelKey,
    status: stateOf(status),
    progress: status.progress,
    created_at: unixSeconds(status.createdAt)!,
    completed_at: status.status === 'completed' ? unixSeconds(status.completedAt) : null,
    expires_at: unixSeconds(status.outputExpiresAt ?? null),
    prompt: request?.prompt ?? null,
    seconds: secondsOf(status, request),
    size: pixelsOf(status),
    error: error ? { code: error.code, message: error.message } : null,
    remixed_from_video_id: null,
  };
}

function stateOf({ status, startedAt }: VideoStatus): VideoObject['status'] {
  if (status !== 'processing') return status;
  return startedAt === null ? 'queued' : 'in_progress';
}

/** Those of the file once it is there, before those that were asked for. */
function secondsOf({ outputs, metadata }: VideoStatus, request: VideoRequest | null): string {
  const produced = outputs?.[0]?.durationSeconds;
  if (produced !== undefined) return String(Math.round(produced * 10) / 10);
  const asked = metadata.seconds ?? request?.input.duration;
  return typeof asked === 'string' || typeof asked === 'number' ? String(asked) : USUAL.seconds;
}

function pixelsOf({ outputs, metadata }: VideoStatus): string {
  const { width, height } = outputs?.[0] ?? {};
  return width && height ? `${width}x${height}` : (metadata.size ?? USUAL.size);
}

const unixSeconds = (time: string | null): number | null =>
  time === null ? null : Math.floor(Date.parse(time) / 1000);

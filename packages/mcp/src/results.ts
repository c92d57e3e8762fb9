/** Results of tools: structured content, its text for clients that read no structure, and files inline or as links. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import {
  InvalidRequestError,
  OffprintError,
  type OutputFile,
  type PredictionBody,
  ServiceError,
} from '@offprint/client';
import { log } from './log.js';
import { fileName, saveFile } from './saved-files.js';
import type { PredictionResult } from './schemas.js';
import type { Session } from './session.js';

type Content = CallToolResult['content'];

/** Pictures that models can see; others are links. */
const INLINE_TYPE = /^(image\/(png|jpeg|gif|webp)|audio\/[\w.+-]+)$/;

export function structured(value: object): CallToolResult {
  const structuredContent = { ...value };
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}

/** Returns a prediction's state and, once it is completed, its files. */
export async function predictionResult(
  session: Session,
  body: PredictionBody,
  warnings?: { field: string; message: string }[],
): Promise<CallToolResult> {
  const { outputs, content } = body.status === 'completed' ? await files(session, body) : emptyFiles;
  const result: PredictionResult = {
    ...prediction(body),
    ...(outputs.length > 0 && { outputs }),
    ...(warnings && { warnings }),
    ceiling: ceilingOf(session),
  };
  const { content: text, structuredContent } = structured(result);
  return { content: [...text, ...content], structuredContent };
}

/** Returns the fields of a prediction that a caller of a tool can use. */
export function prediction(body: PredictionBody): PredictionResult {
  const { predictionId, status, modelKey, modality, creditCost, creditsRefunded, progress } = body;
  const { createdAt, completedAt, seed, queue, error } = body;
  return {
    predictionId,
    status,
    modelKey,
    modality,
    creditCost,
    creditsRefunded,
    progress,
    createdAt,
    completedAt,
    ...(seed !== undefined && { seed }),
    ...(queue && {
      queue: {
        position: queue.position,
        ...(queue.etaSeconds !== undefined && { etaSeconds: queue.etaSeconds }),
      },
    }),
    ...(error && { error: { code: error.code, message: error.message, retryable: error.retryable } }),
  };
}

export function ceilingOf({ ceiling }: Session) {
  return { maxCredits: ceiling.maxCredits, spent: ceiling.spent, left: ceiling.left };
}

/** Returns an error as the result of a tool, with the service's own message, so that the model can correct its call. */
export function errorResult(error: unknown): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: messageOf(error) }] };
}

/** Adds the reason of a failed generation to its result, as an error of the tool. */
export function failureResult(result: CallToolResult, body: PredictionBody): CallToolResult {
  const { code, message } = body.error ?? { code: 'internal_error', message: 'It failed.' };
  const text = `The generation failed: ${message} (${code}). ${body.creditsRefunded} credits were refunded.`;
  return { ...result, isError: true, content: [{ type: 'text', text }, ...result.content] };
}

const emptyFiles = { outputs: [], content: [] as Content };

async function files(session: Session, body: PredictionBody) {
  const { maxInlineBytes, saveDirectory } = session.settings;
  const outputs: NonNullable<PredictionResult['outputs']> = [];
  const content: Content = [];
  let room = maxInlineBytes;
  for (const [index, file] of (body.outputs ?? []).entries()) {
    const name = fileName(body.predictionId, index, file.contentType);
    const isInline = INLINE_TYPE.test(file.contentType) && file.bytes <= room;
    const data = isInline ? await dataOf(session, body.predictionId, index) : undefined;
    if (data) room -= data.length;
    content.push(data ? media(file, data) : linkTo(file, name));
    const savedTo = saveDirectory && (await saved(saveDirectory, name, file, data));
    outputs.push({ ...outputOf(file), ...(savedTo && { savedTo }) });
  }
  return { outputs, content };
}

/** The files are paid for: a download that fails leaves the link. */
async function dataOf(
  session: Session,
  predictionId: string,
  index: number,
): Promise<Uint8Array | undefined> {
  try {
    return await (await session.offprint.wait(predictionId)).outputs[index]?.data();
  } catch (error) {
    log(`${predictionId}: no inline file: ${messageOf(error)}`);
    return undefined;
  }
}

async function saved(directory: string, name: string, file: OutputFile, data?: Uint8Array) {
  try {
    return await saveFile(directory, name, file, data);
  } catch (error) {
    log(`${name} was not saved: ${(error as Error).message}`);
    return undefined;
  }
}

function media({ contentType }: OutputFile, data: Uint8Array): Content[number] {
  return {
    type: contentType.startsWith('audio/') ? 'audio' : 'image',
    data: Buffer.from(data).toString('base64'),
    mimeType: contentType,
  };
}

function linkTo(file: OutputFile, name: string): Content[number] {
  const { url, contentType, bytes, urlExpiresAt } = file;
  const description = `Can be downloaded without a key until ${urlExpiresAt}.`;
  return { type: 'resource_link', uri: url, name, mimeType: contentType, size: bytes, description };
}

function outputOf(file: OutputFile) {
  const { url, urlExpiresAt, contentType, bytes, sha256, width, height, durationSeconds } = file;
  return {
    url,
    urlExpiresAt,
    contentType,
    bytes,
    sha256,
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(durationSeconds !== undefined && { durationSeconds }),
  };
}

function messageOf(error: unknown): string {
  if (!(error instanceof OffprintError)) return error instanceof Error ? error.message : String(error);
  const request = error instanceof ServiceError && error.requestId ? `, request ${error.requestId}` : '';
  const fields = error instanceof InvalidRequestError ? error.fields : [];
  const lines = fields.map(({ field, message }) => `\n- ${field}: ${message}`);
  return `${error.message} (${error.code}${request})${lines.join('')}`;
}

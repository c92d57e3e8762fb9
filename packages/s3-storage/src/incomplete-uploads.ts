/**
 * Aborts multipart uploads that were begun and never completed: those of a killed process, or of a store that went away
 * before the abort. Their parts are invisible, and are paid for until then.
 */
import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type MultipartUpload,
  type S3Client,
} from '@aws-sdk/client-s3';
import { isMissing } from './s3-errors.js';

/** Aborts all below the prefix that began before a time. @returns how many. */
export async function abortIncompleteUploads(
  client: S3Client,
  where: { bucket: string; prefix: string; before: Date },
): Promise<number> {
  let aborted = 0;
  for await (const { Key, UploadId, Initiated } of listUploads(client, where)) {
    if (!Initiated || Initiated >= where.before) continue;
    try {
      await client.send(new AbortMultipartUploadCommand({ Bucket: where.bucket, Key, UploadId }));
      aborted += 1;
    } catch (error) {
      // Completed or aborted by another process meanwhile.
      if (!isMissing(error)) throw error;
    }
  }
  return aborted;
}

async function* listUploads(
  client: S3Client,
  { bucket: Bucket, prefix: Prefix }: { bucket: string; prefix: string },
): AsyncGenerator<MultipartUpload> {
  let markers: { KeyMarker?: string; UploadIdMarker?: string } = {};
  for (;;) {
    const page = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix, ...markers }));
    yield* page.Uploads ?? [];
    if (!page.IsTruncated || !page.NextKeyMarker) return;
    markers = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
  }
}

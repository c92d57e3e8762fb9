/** Signs links under which the store itself sends an object, with our headers, until our own link ends. */
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { AssetLink, AssetLinkOptions } from 'offprint';

/** The longest time that a signature may be valid. */
const MAX_SECONDS = 7 * 24 * 3600;

/**
 * Signs a link without a request. @param client for the endpoint that callers reach.
 * @returns null when less than a second is left.
 */
export async function signLink(
  client: S3Client,
  object: { bucket: string; key: string },
  options: AssetLinkOptions,
): Promise<AssetLink | null> {
  const nowSeconds = Math.floor(Date.now() / 1000);
  const secondsLeft = Math.floor(options.expiresAt.getTime() / 1000) - nowSeconds;
  const expiresIn = Math.min(secondsLeft, MAX_SECONDS);
  if (expiresIn < 1) return null;
  const command = new GetObjectCommand({
    Bucket: object.bucket,
    Key: object.key,
    ResponseContentType: options.contentType,
    ResponseContentDisposition: options.contentDisposition,
    ResponseCacheControl: options.cacheControl,
  });
  const signingDate = new Date(nowSeconds * 1000);
  const url = await getSignedUrl(client, command, { expiresIn, signingDate });
  return { url, expiresAt: await endOf(client, (nowSeconds + expiresIn) * 1000) };
}

/** A link signed with temporary credentials ends with them. */
async function endOf(client: S3Client, signedMs: number): Promise<Date> {
  const { expiration } = await client.config.credentials();
  return new Date(Math.min(signedMs, expiration?.getTime() ?? Infinity));
}

/** Creates the clients of the AWS SDK. Each has its own limits on time, because uploads, reads and links differ. */
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import type { LoggerService } from '@nestjs/common';
import type { ResolvedSettings } from './s3-settings.js';

/** Of one request, with pauses of a tenth of a second and more. The service repeats the whole upload after that. */
const ATTEMPTS = 3;
const CONNECT_MS = 5_000;

/** The clients of one storage. */
export interface S3Clients {
  /** Requests with a body. Fails after a time without any byte; a slow network may take longer for a part. */
  writer: S3Client;
  /** Requests without a body. Fails when the response does not begin in time; reading it is not limited here. */
  reader: S3Client;
  /** Signs links for the public endpoint and sends nothing. */
  signer: S3Client;
}

/** Creates the clients. They connect on their first request and share no credentials with others. */
export function createClients(settings: ResolvedSettings, log: LoggerService): S3Clients {
  const logger = sdkLogger(log);
  const timeoutMs = settings.timeoutSeconds * 1000;
  const limits = { connectionTimeout: CONNECT_MS, logger, ...agents() };
  const common: S3ClientConfig = {
    logger,
    region: settings.region,
    endpoint: settings.endpoint,
    forcePathStyle: settings.pathStyle,
    credentials: settings.credentials,
    maxAttempts: ATTEMPTS,
    requestChecksumCalculation: settings.checksum === 'none' ? 'WHEN_REQUIRED' : 'WHEN_SUPPORTED',
    responseChecksumValidation: settings.checksum === 'none' ? 'WHEN_REQUIRED' : 'WHEN_SUPPORTED',
  };
  return {
    writer: new S3Client({ ...common, requestHandler: { ...limits, socketTimeout: timeoutMs } }),
    reader: new S3Client({
      ...common,
      requestHandler: {
        ...limits,
        // Callers that download slowly leave the socket idle.
        socketTimeout: 0,
        requestTimeout: timeoutMs,
        throwOnRequestTimeout: true,
      },
    }),
    signer: new S3Client({
      ...common,
      endpoint: settings.publicEndpoint ?? settings.endpoint,
      // The checksum of a response would be part of the signature, and callers send no such header.
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
  };
}

/**
 * Writes the SDK's sentences to the service's log: without a logger it prints prose. What it logs of each request, failed ones
 * among them, is an object with the request's input, and is left out: the storage reports its failures itself.
 */
function sdkLogger(log: LoggerService): NonNullable<S3ClientConfig['logger']> {
  const ignore = () => undefined;
  const sentences = (write: (text: string) => void) => {
    return (...parts: unknown[]): void => {
      if (typeof parts[0] === 'string') write(parts.map(String).join(' '));
    };
  };
  return {
    ...{ trace: ignore, debug: ignore, info: ignore },
    warn: sentences((text) => void log.warn(text)),
    error: sentences((text) => void log.error(text)),
  };
}

/** Without a limit on connections: slow downloads would make uploads and readiness wait for them. */
function agents() {
  const options = { keepAlive: true, maxSockets: Infinity };
  return { httpAgent: options, httpsAgent: options };
}

import { nodeModule } from './node-module.js';

/** What the client uses of the Web Crypto API; runtimes declare more, each its own. */
interface WebCrypto {
  randomUUID(): string;
  subtle: { digest(algorithm: string, data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> };
}

/** Returns the runtime's Web Crypto. Node 18 has it as a module only. */
export async function webCrypto(): Promise<WebCrypto> {
  const { crypto } = globalThis as { crypto?: WebCrypto };
  return crypto ?? (await nodeModule('crypto')).webcrypto;
}

/** The package has no types. These are of the part that the readers of forms use. */
declare module 'busboy' {
  import type { IncomingHttpHeaders } from 'node:http';
  import type { Readable, Writable } from 'node:stream';

  interface FieldInfo {
    nameTruncated: boolean;
    valueTruncated: boolean;
  }

  interface Parser extends Writable {
    on(event: 'file', handle: (name: string, file: Readable) => void): this;
    on(event: 'field', handle: (name: string, value: string, info: FieldInfo) => void): this;
    on(event: 'field' | 'filesLimit' | 'fieldsLimit' | 'partsLimit' | 'close', handle: () => void): this;
    on(event: 'error', handle: (error: Error) => void): this;
  }

  export default function busboy(options: {
    headers: IncomingHttpHeaders;
    limits: { fields: number; files: number; parts: number; headerPairs: number; fieldSize?: number };
  }): Parser;
}

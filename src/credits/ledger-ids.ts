import { createCipheriv, createDecipheriv } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, sql, statement } from '../platform/database/index.js';

const PREFIX = 'led_';
const OPAQUE = /^led_[0-9a-f]{32}$/;
const COUNTED = /^led_([1-9]\d{0,17})$/;

const KEY = statement('credits.ledger-id-key', {
  parameters: {},
  row: { key: sql.text, counted: sql.bigint },
  text: `select encode(ledger_id_key, 'hex') as key, counted_ledger_ids as counted from installation`,
});

/**
 * Encrypts the ids of ledger entries for callers. In the database an id counts the entries of the whole installation,
 * and callers must not learn that count. The public id is one AES-256 block over 8 zero bytes and the number: it needs no
 * column and no index, and it does not change with the signing secret.
 */
export class LedgerIdCipher {
  private readonly encipher;
  private readonly decipher;

  /** @param key 32 bytes. @param counted the last entry whose public id was its number (`led_423`). */
  constructor(
    key: Buffer,
    private readonly counted: bigint,
  ) {
    this.encipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
    this.decipher = createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  }

  /** @param id `ledger_transfers.id`. */
  encrypt(id: string): string {
    const block = Buffer.alloc(16);
    block.writeBigInt64BE(BigInt(id), 8);
    return PREFIX + this.encipher.update(block).toString('hex');
  }

  /** @returns `ledger_transfers.id`, or null for text that was never a public id, so that it never reaches a statement. */
  parse(text: string): string | null {
    if (OPAQUE.test(text)) {
      const block = this.decipher.update(Buffer.from(text.slice(PREFIX.length), 'hex'));
      const id = block.readBigInt64BE(8);
      return block.readBigInt64BE(0) === 0n && id > 0n ? id.toString() : null;
    }
    const number = COUNTED.exec(text)?.[1];
    return number !== undefined && BigInt(number) <= this.counted ? number : null;
  }
}

@Injectable()
export class LedgerIds {
  private cipher?: Promise<LedgerIdCipher>;

  constructor(private readonly database: Database) {}

  /** Reads the key on the first call, and again after a failed read. */
  async load(): Promise<LedgerIdCipher> {
    this.cipher ??= this.read();
    try {
      return await this.cipher;
    } catch (error) {
      this.cipher = undefined;
      throw error;
    }
  }

  private async read(): Promise<LedgerIdCipher> {
    const [row] = await this.database.run(KEY, {});
    return new LedgerIdCipher(Buffer.from(row!.key, 'hex'), BigInt(row!.counted));
  }
}

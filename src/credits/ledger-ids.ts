import { createCipheriv, createDecipheriv } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/index.js';

const PREFIX = 'led_';
const OPAQUE = /^led_[0-9a-f]{32}$/;
const COUNTED = /^led_([1-9]\d{0,17})$/;

/**
 * Ids of ledger entries as callers see them. In the database they are one counter of the whole installation, which is
 * nobody's business: outside, an id is that number encrypted (one block of AES-256 over 8 bytes of zeros and the
 * number). So it needs no column and no index, and does not change with the signing secret.
 */
export class LedgerIdCipher {
  private readonly encipher;
  private readonly decipher;

  /** @param key 32 bytes. @param counted the last entry whose id was handed out as its number (`led_423`). */
  constructor(
    key: Buffer,
    private readonly counted: bigint,
  ) {
    this.encipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
    this.decipher = createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  }

  /** @param id bigint of the ledger. */
  show(id: string): string {
    const block = Buffer.alloc(16);
    block.writeBigInt64BE(BigInt(id), 8);
    return PREFIX + this.encipher.update(block).toString('hex');
  }

  /** @returns the bigint of the ledger; null for anything that was not handed out, so that it never reaches a statement. */
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

/** The cipher of this installation's ledger ids, read from the database once. */
@Injectable()
export class LedgerIds {
  private cipher?: Promise<LedgerIdCipher>;

  constructor(private readonly database: Database) {}

  /** Reads the key at the first use, and again when that failed. */
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
    const [row] = await this.database.query<{ key: string; counted: string }>(
      `select encode(ledger_id_key, 'hex') as key, counted_ledger_ids as counted from installation`,
    );
    return new LedgerIdCipher(Buffer.from(row!.key, 'hex'), BigInt(row!.counted));
  }
}

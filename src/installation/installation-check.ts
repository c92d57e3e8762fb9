/**
 * Compares what a process brings along with what its database was used with: the signing secret by its fingerprint, the
 * directory of outputs by the id inside it. The first process writes both down; one that differs does not start, because
 * its tokens, links and outputs would be unknown to the others.
 *
 * Commands are not checked: they sign nothing and store nothing. Nor is the directory of a process with its own embedded
 * database, which nobody shares, or one whose storage was replaced.
 */
import { timingSafeEqual } from 'node:crypto';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { AssetStorage, LocalDiskAssetStorage } from '../assets/index.js';
import { SigningSecret } from '../auth/index.js';
import { Config } from '../config/index.js';
import { Database, SetupError } from '../database/index.js';

interface Installation {
  secret_fingerprint: Buffer | null;
  storage_id: string | null;
}

const READ = 'select secret_fingerprint, storage_id from installation';

/** Keeps what another process was first to write. */
const CLAIM = `
update installation set
  secret_fingerprint = coalesce(secret_fingerprint, $1::bytea), storage_id = coalesce(storage_id, $2::uuid)
where secret_fingerprint is null or storage_id is null`;

const ADOPT = `
update installation set
  secret_fingerprint = coalesce($1::bytea, secret_fingerprint), storage_id = coalesce($2::uuid, storage_id)`;

const OTHER_SECRET =
  'The signing secret is not the one that this database is used with: set the JWT_SECRET of the other processes (or share DATA_DIR/secrets); to change it for all of them, stop them and run: npm run installation:adopt -- --secret.';

@Injectable()
export class InstallationCheck implements OnModuleInit {
  private readonly logger = new Logger('installation');

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly secret: SigningSecret,
    private readonly storage: AssetStorage,
  ) {}

  async onModuleInit(): Promise<void> {
    if (this.config.roles.size > 0) await this.check();
  }

  /** @throws {SetupError} naming what differs. */
  async check(): Promise<void> {
    const fingerprint = this.fingerprint();
    let known = await this.read();
    const storageId = await this.storageId(known);
    if (storageId && known.storage_id && storageId !== known.storage_id) throw this.otherStorage();
    if (!known.secret_fingerprint || (storageId && !known.storage_id)) {
      await this.database.query(CLAIM, [fingerprint, storageId]);
      known = await this.read();
    }
    if (storageId && storageId !== known.storage_id) throw this.otherStorage();
    if (!timingSafeEqual(known.secret_fingerprint!, fingerprint)) throw new SetupError(OTHER_SECRET);
  }

  private async read(): Promise<Installation> {
    return (await this.database.query<Installation>(READ))[0]!;
  }

  /** Makes this process's own the installation's. @returns what was adopted, in words. */
  async adopt(what: { secret: boolean; storage: boolean }): Promise<string[]> {
    const marker = what.storage ? this.markedStorage() : null;
    const storageId = marker && ((await marker.read()) ?? (await marker.make()));
    const fingerprint = what.secret ? this.fingerprint() : null;
    await this.database.query(ADOPT, [fingerprint, storageId]);
    return [
      ...(fingerprint ? ['the signing secret'] : []),
      ...(storageId ? ['the directory of outputs'] : []),
    ];
  }

  private fingerprint(): Buffer {
    return this.secret.derive('installation fingerprint');
  }

  /** Null: the storage has no directory that could be another one. */
  private markedStorage() {
    const isShared = this.config.database.url !== null && this.storage instanceof LocalDiskAssetStorage;
    return isShared ? (this.storage as LocalDiskAssetStorage).marker : null;
  }

  /** A disk that cannot be written does not stop a start: readiness says so. @returns null when nothing can be compared. */
  private async storageId(known: Installation): Promise<string | null> {
    const marker = this.markedStorage();
    if (!marker) return null;
    try {
      // Made only for an installation that has none: in another one's it would be a second directory.
      return (await marker.read()) ?? (known.storage_id ? NO_MARKER : await marker.make());
    } catch (error) {
      this.logger.warn(`the directory of outputs cannot be compared: ${String(error)}`);
      return null;
    }
  }

  private otherStorage(): SetupError {
    return new SetupError(
      `${this.config.dataDirectory}/assets is not the directory that holds this installation's outputs: set DATA_DIR to the one that the other processes share; after a move or a restore run: npm run installation:adopt -- --storage.`,
    );
  }
}

/** What a directory without an id compares as. */
const NO_MARKER = 'none';

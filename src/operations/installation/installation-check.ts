/**
 * Compares a process with the installation that its database records: the signing secret by its fingerprint, the directory of outputs by
 * the id inside it. The first process writes both. A process that differs does not start, because the others would not recognize its
 * tokens, links and outputs. Also compares the database with the one that the installation last ran on: a copy, restored from a dump, would
 * run the original's predictions at its engines, remove files from its bucket and count in its Redis.
 *
 * Commands are not checked: they sign and store nothing. Two directories are not checked either: that of a process with its own embedded
 * database, which no other process shares, and that of replaced storage.
 */
import { timingSafeEqual } from 'node:crypto';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { AssetStorage, LocalDiskAssetStorage } from '../../assets/index.js';
import { Config, SigningSecret } from '../../platform/config/index.js';
import { Database, SetupError, whenUp } from '../../platform/database/index.js';
import { ADOPT, CLAIM, type Installation, READ, READ_DATABASE } from './installation.sql.js';

const SECRET_MISMATCH =
  'The signing secret is not the one that this database is used with: set the JWT_SECRET of the other processes (or share DATA_DIR/secrets); to change it for all of them, stop them and run: offprint installation adopt --secret.';

const COPY =
  'This database is a restored copy of the one that the installation last ran on. If the original still runs, both would use its bucket, its engines, its limits and its payments. Stop the original, or give this one a bucket, a Redis, engine keys and payment keys of its own; then run: offprint installation adopt --database.';

const NO_SECRET =
  'There is no signing secret to adopt: set JWT_SECRET, or DATA_DIR to a directory with secrets/jwt-secret.';

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
    if (this.config.roles.size > 0) await whenUp(() => this.check());
  }

  /** @throws {SetupError} naming the difference. */
  async check(): Promise<void> {
    const fingerprint = this.fingerprint();
    let known = await this.read();
    const databaseId = await this.databaseId();
    // Compared first, because the other values of a copy are the original's, too.
    if (isOther(databaseId, known.database_id)) throw new SetupError(COPY);
    const storageId = await this.storageId(known);
    if (storageId && known.storage_id && storageId !== known.storage_id) throw this.storageMismatch();
    const isNew = !known.secret_fingerprint || (storageId && !known.storage_id);
    if (isNew || (databaseId && !known.database_id)) {
      await this.database.run(CLAIM, { fingerprint, storage: storageId, database: databaseId });
      known = await this.read();
    }
    if (storageId && storageId !== known.storage_id) throw this.storageMismatch();
    if (!timingSafeEqual(known.secret_fingerprint!, fingerprint)) throw new SetupError(SECRET_MISMATCH);
  }

  private async read(): Promise<Installation> {
    return (await this.database.run(READ, {}))[0]!;
  }

  /** @returns descriptions of what was adopted. */
  async adopt(parts: { secret: boolean; storage: boolean; database: boolean }): Promise<string[]> {
    if (parts.secret && !this.secret.isKept) throw new SetupError(NO_SECRET);
    const marker = parts.storage ? this.markedStorage() : null;
    const storageId = marker && ((await marker.read()) ?? (await marker.create()));
    const fingerprint = parts.secret ? this.fingerprint() : null;
    const databaseId = parts.database ? await this.databaseId() : null;
    await this.database.run(ADOPT, { fingerprint, storage: storageId, database: databaseId });
    return [
      ...(fingerprint ? ['the signing secret'] : []),
      ...(storageId ? ['the directory of outputs'] : []),
      ...(databaseId ? ['the database'] : []),
    ];
  }

  /** Returns null where the server does not show the identity. */
  private async databaseId(): Promise<string | null> {
    try {
      return (await this.database.run(READ_DATABASE, {}))[0]?.id ?? null;
    } catch (error) {
      if ((error as { code?: string }).code !== PERMISSION_DENIED) throw error;
      return null;
    }
  }

  private fingerprint(): Buffer {
    return this.secret.derive('installation fingerprint');
  }

  /** Returns null when the storage is not a shared directory. */
  private markedStorage() {
    const isShared = this.config.database.url !== null && this.storage instanceof LocalDiskAssetStorage;
    return isShared ? this.storage.marker : null;
  }

  /** Returns null when the directory cannot be compared. An unwritable disk does not stop the start: readiness reports it. */
  private async storageId(known: Installation): Promise<string | null> {
    const marker = this.markedStorage();
    if (!marker) return null;
    try {
      // Creates an id only for an installation without one: elsewhere a missing id means a different directory.
      return (await marker.read()) ?? (known.storage_id ? NO_MARKER : await marker.create());
    } catch (error) {
      this.logger.warn(`the directory of outputs cannot be compared: ${String(error)}`);
      return null;
    }
  }

  private storageMismatch(): SetupError {
    return new SetupError(
      `${this.config.dataDirectory}/assets is not the directory that holds this installation's outputs: set DATA_DIR to the one that the other processes share; after a move or a restore run: offprint installation adopt --storage.`,
    );
  }
}

/** True when both are known and differ. */
function isOther(found: string | null, known: string | null): boolean {
  return found !== null && known !== null && found !== known;
}

const PERMISSION_DENIED = '42501';

/** It equals the id of no directory. */
const NO_MARKER = 'none';

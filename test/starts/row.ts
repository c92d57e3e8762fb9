/** What an operator may give the service, and what must come. A row is a line of a table in `rows/`. */
export interface Row {
  name: string;
  env?: Record<string, string>;
  /** Files of the working directory, by their names. */
  files?: Record<string, string | Buffer>;
  /** A database that a role of the same name owns; absent: the service's own. */
  database?: DatabaseOfRow;
  /** The service runs as this user, who owns the working directory but no file in it. */
  uid?: number;
  /** Runs in the working directory, in the shell that becomes the service: a limit, a mount, closed files. */
  shell?: string;
  /** What the sentences of a start that ends are like, one each; absent: it must be ready. */
  refused?: RegExp[];
  /** The log may have lines before the sentence: a start waits for what may pass. */
  waits?: true;
  /** It is found when the database is open, which may have been made by then. */
  late?: true;
  /** PostgreSQL's own words follow the sentence. */
  quotes?: true;
  /** In CI too: it shows that a kind of refusal reaches the operator. The members of the kind are in specs, and here. */
  short?: true;
}

export interface DatabaseOfRow {
  /** PostgreSQL's version; absent: the embedded one. */
  version?: '14' | '15' | '16' | '17';
  /** Options of `create database`. */
  options?: string;
  /** Statements of a superuser in the database; `$name` is its name and that of its role. */
  sql?: string[];
  /** The same as the database's role. */
  ownSql?: string[];
  /** Changes DATABASE_URL. */
  url?: (url: URL) => void;
}

export const NOBODY = 65_534;
/** A user without a name and without a home, as OpenShift gives one. */
export const NAMELESS = 1_000_650_000;

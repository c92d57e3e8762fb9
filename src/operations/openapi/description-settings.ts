/** The description says this beside what routes declare. */
export interface DescriptionSettings {
  /** The topics of extensions, by name. */
  tags: Readonly<Record<string, string>>;
  /** Without a trailing slash; null when callers may use any address. */
  publicUrl: string | null;
}

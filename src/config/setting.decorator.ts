/**
 * Describes one environment variable at its declaration. `.env.example` and the table of docs/settings.md are
 * generated from the line that validates it, so they cannot drift.
 */
export interface SettingDescription {
  name: string;
  default: string;
  about: string;
}

const settings: SettingDescription[] = [];

/** @param fallback used when the variable is unset or empty, as the text that an operator would write. */
export function Setting(fallback: string, about: string): PropertyDecorator {
  return (_target, property) => {
    settings.push({ name: String(property), default: fallback, about });
  };
}

export function listSettings(): readonly SettingDescription[] {
  return settings;
}

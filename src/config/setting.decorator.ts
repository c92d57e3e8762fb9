/**
 * Describes one environment variable where it is declared, so that `.env.example` and the table of docs/settings.md are
 * generated from the same line that validates it and cannot drift.
 */
export interface SettingDescription {
  name: string;
  default: string;
  about: string;
}

const settings: SettingDescription[] = [];

/** @param fallback used when the variable is unset or empty; as text, exactly as an operator would write it. */
export function Setting(fallback: string, about: string): PropertyDecorator {
  return (_target, property) => {
    settings.push({ name: String(property), default: fallback, about });
  };
}

export function listSettings(): readonly SettingDescription[] {
  return settings;
}

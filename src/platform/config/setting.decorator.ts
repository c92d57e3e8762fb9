/** `.env.example` and the table of docs/settings.md are generated from the line that validates a variable, so they cannot drift. */
export interface SettingDescription {
  name: string;
  default: string;
  about: string;
  /** It can come from the file that `NAME_FILE` names. */
  secret: boolean;
}

const settings: SettingDescription[] = [];

/** @param fallback used when the variable is unset or empty, as the text that an operator would write. */
export function Setting(fallback: string, about: string): PropertyDecorator {
  return describing({ default: fallback, about, secret: false });
}

/** Its value is never shown. */
export function SecretSetting(about: string): PropertyDecorator {
  return describing({ default: '', about, secret: true });
}

function describing(description: Omit<SettingDescription, 'name'>): PropertyDecorator {
  return (_target, property) => {
    settings.push({ name: String(property), ...description });
  };
}

export function listSettings(): readonly SettingDescription[] {
  return settings;
}

/** Reads the text of `OPENAI_FRONT_ALIASES`: a list, or a JSON object. Pure. */
import { parseDocument } from 'yaml';
import { type Alias, checkAliases, isName, type ReadAliases, shown } from './alias.js';
import { type Use, USES } from './use.js';

/**
 * Reads `gpt-image-1=embedded-image,gpt-image-1@edits=embedded-reframe,tts-1=embedded-speech`, or a JSON object that may have voices
 * and parameters to drop: `{"tts-1": {"model": "embedded-speech", "voices": {"alloy": "en"}, "drop": ["instructions"]}}`.
 */
export function readAliases(written: string | null): ReadAliases {
  const text = written?.trim() ?? '';
  if (text === '') return { aliases: {}, problems: [] };
  if (!text.startsWith('{')) return readList(text);
  let given: Record<string, unknown>;
  try {
    given = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return { aliases: {}, problems: ['is no valid JSON'] };
  }
  const { aliases, problems } = checkAliases(given);
  return { aliases, problems: [...repeatedKeys(text).map((key) => `has ${shown(key)} twice`), ...problems] };
}

function readList(text: string): ReadAliases {
  const aliases: Record<string, Alias> = Object.create(null) as Record<string, Alias>;
  const problems = new Set<string>();
  for (const part of text.split(',').map((one) => one.trim())) {
    const [left = '', key = '', ...others] = part.split('=').map((side) => side.trim());
    const [name = '', use = 'model', ...more] = left.split('@').map((side) => side.trim());
    if (others.length + more.length > 0 || !isName(name) || !isName(key)) {
      problems.add(`has ${shown(part)}, which is neither name=modelKey nor name@use=modelKey`);
      continue;
    }
    const alias = (aliases[name] ??= {});
    if (use !== 'model' && !isUse(use)) problems.add(`${name}@${use}: a use is one of ${USES.join(', ')}`);
    else if (alias[use] !== undefined) problems.add(`names ${name}${use === 'model' ? '' : `@${use}`} twice`);
    else alias[use] = key;
  }
  return { aliases: { ...aliases }, problems: [...problems] };
}

const isUse = (value: string): value is Use => (USES as readonly string[]).includes(value);

const JSON_TEXT = /"(?:[^"\\]|\\.)*"/y;

/** Returns the keys that stand twice in one object, of which `JSON.parse` keeps the last in silence. JSON is YAML. */
function repeatedKeys(json: string): string[] {
  return parseDocument(json)
    .errors.filter(({ code }) => code === 'DUPLICATE_KEY')
    .map(({ pos: [start] }) => {
      JSON_TEXT.lastIndex = start;
      return JSON.parse(JSON_TEXT.exec(json)![0]) as string;
    });
}

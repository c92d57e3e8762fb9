/** PUBLIC_URL is parsed once; all others read the result. */
import { ValidateBy } from 'class-validator';

const SENTENCE =
  'PUBLIC_URL must be an http or https address such as https://api.example.com, with a path at most: no user, password, query or fragment';

/** Matches a name in the form of DNS, or an IP address. Others would be two addresses, or a pattern. */
const HOST = /^([\w.-]+|\[[\da-f:.]+\])$/;

/** Without a slash at its end; null when it is none. */
export function parsePublicUrl(text: string): string | null {
  // `new URL` repairs an address of other slashes, and drops an empty user, query or fragment.
  if (!/^https?:\/\/[^/\\]/i.test(text) || /[?#\\\s]/.test(text) || !URL.canParse(text)) return null;
  const { origin, pathname, hostname } = new URL(text);
  if (!HOST.test(hostname)) return null;
  const authority = text.split('/')[2]!;
  return authority.includes('@') ? null : origin + pathname.replace(/\/+$/, '');
}

export const IsPublicUrl = (): PropertyDecorator =>
  ValidateBy({
    name: 'isPublicUrl',
    validator: {
      validate: (value) => typeof value === 'string' && parsePublicUrl(value) !== null,
      defaultMessage: () => SENTENCE,
    },
  });

/** Where a person goes after the sign-in: back to where the session ended. Only addresses of this page are believed. */

const HERE = 'https://here.invalid';

/** @param location the page that needs a session. @returns the address of the sign-in that leads back to it. */
export function signInAddress({ pathname, search }: { pathname: string; search: string }): string {
  const from = `${pathname}${search}`;
  return from === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(from)}`;
}

/** The way back out of the query of the sign-in, or the home page: a link must not be able to lead elsewhere. */
export function nextPage(query: URLSearchParams): string {
  const next = query.get('next') ?? '/';
  if (!next.startsWith('/')) return '/';
  try {
    const { origin, pathname, search } = new URL(next, HERE);
    return origin === HERE ? `${pathname}${search}` : '/';
  } catch {
    return '/';
  }
}

/** The page that opens after the sign-in. Accepts only paths of this origin, against open redirects. */

const BASE = 'https://here.invalid';

/** Returns the path of the sign-in that leads back to the given page. */
export function signInAddress({ pathname, search }: { pathname: string; search: string }): string {
  const from = `${pathname}${search}`;
  return from === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(from)}`;
}

/** Returns the page named in the sign-in's query, or the home page when it is missing or has another origin. */
export function nextPage(query: URLSearchParams): string {
  const next = query.get('next') ?? '/';
  if (!next.startsWith('/')) return '/';
  try {
    const { origin, pathname, search } = new URL(next, BASE);
    return origin === BASE ? `${pathname}${search}` : '/';
  } catch {
    return '/';
  }
}

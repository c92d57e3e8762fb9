import { useState } from 'react';

/** The token of the last link, and the page that it belongs to. */
let taken: { page: string; token: string } | null = null;

/**
 * Returns the token of a one-time link, which follows `#`, so that browsers never send it to a server. Removes it from the URL,
 * so that neither the browser history nor a copied URL contains it.
 */
export function useLinkToken(): string | null {
  const [token] = useState(readToken);
  return token;
}

function readToken(): string | null {
  const { hash, pathname } = window.location;
  const given = new URLSearchParams(hash.slice(1)).get('token');
  if (given === null) return taken?.page === pathname ? taken.token : null;
  taken = { page: pathname, token: given };
  window.history.replaceState(window.history.state, '', pathname);
  return given;
}

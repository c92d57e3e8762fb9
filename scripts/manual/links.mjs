// Rewrites the links of a file of the repository for its page. Links between pages and to pictures stay links. A file that
// is not a page is linked at the repository's address (package.json); without one, its path is shown instead of a link.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from '../build-first.mjs';

const FENCE = /^( *)(```+|~~~+)[^]*?^\1\2 *$/gm;
const CODE = /(?<!`)(`+)(?!`)[^]*?(?<!`)\1(?!`)/g;
const LINK =
  /(?<image>!?)\[(?<text>(?:[^[\]]|\[[^\]]*\](?:\([^)]*\))?)*)\]\((?<target>[^()\s]+)(?<title> "[^"]*")?\)/g;
const ATTRIBUTE = /(?<name>\b(?:src|srcset|href)=")(?<target>[^"\s]+)(?=")/g;
const OUTSIDE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;
const PICTURE = /\.(?:svg|png|webp|jpe?g|gif)$/i;

/** The address of the repository's files; null when package.json has none. */
function repositoryUrl() {
  const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const url = typeof repository === 'string' ? repository : repository?.url;
  return url ? `${url.replace(/^git\+/, '').replace(/\.git$/, '')}/blob/main/` : null;
}

export class LinkRewriter {
  #pageOf;
  #repository = repositoryUrl();
  /** Pictures that pages show: files of the repository. */
  pictures = new Set();
  /** Links to files that are not there. A build may have less than the checkout, so the test of the links looks at it. */
  missing = [];

  /** @param pages page → file */
  constructor(pages) {
    this.#pageOf = new Map([...pages].map(([page, file]) => [file, page]));
  }

  /** @returns the text of the page that a file becomes. */
  rewrite(text, page, file) {
    return outsideOf(text, FENCE, (prose) => this.#rewriteLinks(prose, page, file));
  }

  #rewriteLinks(prose, page, file) {
    // Code inside of a link's text must not hide the link: it is masked, and comes back at the end.
    const codes = [];
    const masked = prose.replace(CODE, (code) => `\uE000${codes.push(code) - 1}\uE000`);
    const rewritten = masked
      .replace(LINK, (...found) => {
        const { image, text, target, title = '' } = found.at(-1);
        const to = this.#resolve(target, page, file);
        // A linked picture has a link in its text.
        const inner = text.includes('](') ? this.#rewriteLinks(text, page, file) : text;
        if (to.path !== undefined) return image ? '' : fileOf(withCodes(inner, codes), to.path);
        return `${image}[${inner}](${to.link}${title})`;
      })
      .replace(ATTRIBUTE, (...found) => {
        const { name, target } = found.at(-1);
        return `${name}${this.#resolve(target, page, file).link ?? '#'}`;
      });
    return withCodes(rewritten, codes);
  }

  /** @returns {{link?: string, path?: string}} what to link, or the path of a file that has no address. */
  #resolve(target, page, file) {
    if (OUTSIDE.test(target) || target.startsWith('#') || target.startsWith('/')) return { link: target };
    const [path, anchor] = target.split('#');
    const found = posix.join(posix.dirname(file), decodeURIComponent(path)).replace(/\/$/, '');
    const suffix = anchor ? `#${anchor}` : '';
    const isThere = existsSync(join(root, found));
    if (!isThere) this.missing.push(`${file}: ${target}`);
    const linked = this.#pageOf.get(found) ?? this.#pageOf.get(`${found}/README.md`);
    const from = posix.dirname(page);
    if (linked) return { link: relative(from, linked) + suffix };
    if (isThere && PICTURE.test(found)) {
      this.pictures.add(found);
      return { link: relative(from, `pictures/${found.replaceAll('/', '-')}`) };
    }
    if (this.#repository) return { link: this.#repository + found + suffix };
    const isFolder = isThere && statSync(join(root, found)).isDirectory();
    return { path: isFolder ? `${found}/` : found };
  }
}

function relative(from, to) {
  const path = posix.relative(from, to);
  return path.startsWith('.') ? path : `./${path}`;
}

/** Applies `change` to what lies between the matches of a pattern. */
export function outsideOf(text, pattern, change) {
  let end = 0;
  let result = '';
  for (const match of text.matchAll(pattern)) {
    result += change(text.slice(end, match.index)) + match[0];
    end = match.index + match[0].length;
  }
  return result + change(text.slice(end));
}

const withCodes = (masked, codes) => masked.replace(/\uE000(\d+)\uE000/g, (_mark, at) => codes[at]);

/** @returns a link's text with the path of its file, which has no address in the manual */
function fileOf(text, path) {
  const file = `<code>${path}</code> in the repository`;
  return text.replaceAll('`', '') === path ? file : `${text} (${file})`;
}

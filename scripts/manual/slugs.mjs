// The anchors of headings, as GitHub makes them: the links of the files work in the repository and in the manual.

/** @param text of a heading without markup */
export function slugOf(text) {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}

/** Counts characters as JSON Schema and PostgreSQL do: code points. An emoji is one, though it has two units of UTF-16. */
export function countCharacters(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += text.codePointAt(at)! > 0xffff ? 2 : 1) count++;
  return count;
}

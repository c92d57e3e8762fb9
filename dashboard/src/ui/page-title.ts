/** The title of the tab: that of the page, or a notice until the user's next click or key press. */

let page = '';
let notice: string | null = null;

export function setPageTitle(title: string): void {
  page = title;
  show();
}

export function setTitleNotice(text: string): void {
  notice = text;
  show();
  window.addEventListener('pointerdown', clearNotice, true);
  window.addEventListener('keydown', clearNotice, true);
}

function clearNotice(): void {
  notice = null;
  show();
  window.removeEventListener('pointerdown', clearNotice, true);
  window.removeEventListener('keydown', clearNotice, true);
}

function show(): void {
  document.title = `${notice ?? page} · Offprint`;
}

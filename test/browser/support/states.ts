/** The colours of a page under the pointer and in focus, of all its rows and controls at once. */
import type { CDPSession, Page } from 'playwright-core';
import { COLOUR_RULES, injectAxe, settled } from './judge.js';

const CONTROLS = 'a, button, input, select, textarea, summary, label, [role=option], [tabindex]';
const ROWS = 'tr, [data-hover], .mantine-Card-root';

/**
 * `row`: the pointer is in a row, beside its controls. `pointer`: it is on a control, and so in its row. `focus`: the control
 * has the focus of the keyboard.
 */
export const STATES = {
  row: { selector: ROWS, pseudoClasses: ['hover'] },
  pointer: { selector: `${CONTROLS}, ${ROWS}`, pseudoClasses: ['hover'] },
  focus: { selector: CONTROLS, pseudoClasses: ['focus', 'focus-visible', 'focus-within'] },
} as const;

export type State = keyof typeof STATES;

interface Node {
  target: string[];
  failureSummary: string;
}

/** @returns what axe finds about colours while all rows or controls of the page are in the state */
export async function coloursIn(page: Page, state: State): Promise<string[]> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('DOM.enable');
  await browser.send('CSS.enable');
  const forced = await force(browser, STATES[state]);
  await settled(page);
  await injectAxe(page);
  const nodes = await page.evaluate<Node[]>(
    `axe.run(document, { runOnly: ${JSON.stringify(COLOUR_RULES)}, resultTypes: ['violations'] })
      .then(({ violations }) => violations.flatMap(({ nodes }) => nodes))`,
  );
  // The state ends with the session.
  await browser.detach();
  if (forced === 0) return [`nothing on the page can have the state ${state}`];
  return [
    ...new Set(
      nodes.map(
        ({ target, failureSummary }) => `${failureSummary.split('\n').at(-1)!.trim()} ${target.join(' ')}`,
      ),
    ),
  ];
}

async function force(
  browser: CDPSession,
  { selector, pseudoClasses }: { selector: string; pseudoClasses: readonly string[] },
): Promise<number> {
  const { root } = await browser.send('DOM.getDocument', { depth: 0 });
  const { nodeIds } = await browser.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector });
  for (const nodeId of nodeIds)
    await browser.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: [...pseudoClasses] });
  return nodeIds.length;
}

import { readdirSync, readFileSync } from 'node:fs';
import { ACTION_LABELS, actionLabel, ACTIONS, changesOf } from './audit-text';

/** As modules write them: `action: 'key.created'`, and both of a choice. */
const WRITTEN = /\baction[:=] [^,;}]*/g;
const ACTION = /'([a-z_]+\.[a-z_]+)'/g;

describe('the actions of the filter', () => {
  it('are all that the sources record', () => {
    const recorded = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.spec\.ts$|migrations/.test(file))
      .flatMap((file) => readFileSync(`src/${file}`, 'utf8').match(WRITTEN) ?? [])
      .flatMap((text) => [...text.matchAll(ACTION)].map(([, action]) => action!));
    expect(recorded.length).toBeGreaterThan(20);
    expect([...new Set(recorded)].filter((action) => !ACTIONS.includes(action)).sort()).toEqual([]);
  });

  it('have words of their own', () => {
    expect(new Set(ACTION_LABELS.values()).size).toBe(ACTIONS.length);
    expect(new Set(ACTIONS).size).toBe(ACTIONS.length);
  });
});

describe('the text of an action', () => {
  it.each([
    ['key.created', 'Key created'],
    ['end_user.limit_removed', 'End user limit removed'],
    ['shop.order.paid', 'Shop order paid'],
  ])('%s: %s', (action, label) => {
    expect(actionLabel(action)).toBe(label);
  });
});

describe('the changes of an event', () => {
  it('are the settings that differ, with “none” for null', () => {
    expect(
      changesOf({
        before: { name: 'Shop', rateLimit: 120, allowedIps: null },
        after: { name: 'Shop', rateLimit: 90, allowedIps: ['::1'] },
      }),
    ).toEqual([
      { name: 'rateLimit', before: '120', after: '90' },
      { name: 'allowedIps', before: 'none', after: '["::1"]' },
    ]);
  });

  it('have one side for what was created or removed, without what is not set', () => {
    expect(changesOf({ before: null, after: { role: 'viewer', expiresAt: null } })).toEqual([
      { name: 'role', before: null, after: 'viewer' },
    ]);
    expect(changesOf({ before: { role: 'viewer' }, after: null })).toEqual([
      { name: 'role', before: 'viewer', after: null },
    ]);
    expect(changesOf({ before: null, after: null })).toEqual([]);
  });
});

import { actionLabel, changesOf } from './audit-text';

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

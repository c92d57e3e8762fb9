import { nextPage, signInAddress } from './next-page';

const after = (next: string) => nextPage(new URLSearchParams({ next }));

describe('the way back after a sign-in', () => {
  it('leads to the page that was left, with its filters', () => {
    const address = signInAddress({ pathname: '/history', search: '?status=failed&modality=3d' });
    expect(nextPage(new URL(address, 'https://example.test').searchParams)).toBe(
      '/history?status=failed&modality=3d',
    );
  });

  it('names nothing when the home page was left', () => {
    expect(signInAddress({ pathname: '/', search: '' })).toBe('/sign-in');
    expect(nextPage(new URLSearchParams())).toBe('/');
  });

  it.each([
    'https://evil.test/',
    '//evil.test/keys',
    '/\\evil.test',
    '\\\\evil.test',
    'javascript:alert(1)',
    '/\t/evil.test',
    '',
  ])('never leads elsewhere: %j', (next) => {
    expect(after(next)).toBe('/');
  });
});

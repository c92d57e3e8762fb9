import { nextPage, signInAddress } from './next-page';

const after = (next: string) => nextPage(new URLSearchParams({ next }));

describe('the page after a sign-in', () => {
  it('is the requested page with its filters', () => {
    const address = signInAddress({ pathname: '/history', search: '?status=failed&modality=3d' });
    expect(nextPage(new URL(address, 'https://example.test').searchParams)).toBe(
      '/history?status=failed&modality=3d',
    );
  });

  it('is not in the query when it is the home page', () => {
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
  ])('never has another origin: %j', (next) => {
    expect(after(next)).toBe('/');
  });
});

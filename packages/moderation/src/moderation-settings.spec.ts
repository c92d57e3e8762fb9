import { ConfigError } from 'offprint';
import { readSettings } from './moderation-settings.js';

const MODERATION_URL = 'https://api.openai.com/v1';
const read = (variables: Record<string, string>) => readSettings((name) => variables[name] || null);
const problemsOf = (variables: Record<string, string>) => {
  try {
    read({ MODERATION_URL, ...variables });
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).problems;
  }
};

it('needs only lists or an endpoint, and fails closed', () => {
  const defaults = {
    model: 'omni-moderation-latest',
    onFailure: 'closed',
    timeoutSeconds: 5,
    concurrency: 32,
  };
  expect(read({ MODERATION_URL: `${MODERATION_URL}/` })).toMatchObject({ ...defaults, url: MODERATION_URL });
  expect(read({ MODERATION_LISTS: 'words.yaml' })).toMatchObject({ ...defaults, lists: 'words.yaml' });
});

it('reads categories with and without a score', () => {
  const { categories } = read({
    MODERATION_URL,
    MODERATION_CATEGORIES: 'hate, sexual/minors=0.1,violence=1',
  });
  expect(categories).toEqual({ hate: null, 'sexual/minors': 0.1, violence: 1 });
});

it.each([
  [{ MODERATION_URL: '' }, 'MODERATION_LISTS or MODERATION_URL must be set'],
  [{ MODERATION_URL: 'ftp://127.0.0.1' }, /^MODERATION_URL must be an http or https URL/],
  [{ MODERATION_URL: 'https://user:password@127.0.0.1' }, /^MODERATION_URL must be an http or https URL/],
  [{ MODERATION_URL: 'https://127.0.0.1/?key=1' }, /^MODERATION_URL must be an http or https URL/],
  [{ MODERATION_URL: '', MODERATION_LISTS: 'a', MODERATION_API_KEY: 'b' }, /need MODERATION_URL$/],
  [{ MODERATION_API_KEY: 'a b' }, /^MODERATION_API_KEY must have printable/],
  [{ MODERATION_MODEL: 'a\nb' }, /^MODERATION_MODEL must be/],
  [{ MODERATION_CATEGORIES: ',' }, /^MODERATION_CATEGORIES must list/],
  [{ MODERATION_CATEGORIES: 'hate=' }, /^MODERATION_CATEGORIES must list/],
  [{ MODERATION_CATEGORIES: 'hate=much' }, /^MODERATION_CATEGORIES must list/],
  [{ MODERATION_CATEGORIES: 'hate=1.1' }, /^MODERATION_CATEGORIES must list/],
  [{ MODERATION_CATEGORIES: 'hate=0.1=2' }, /^MODERATION_CATEGORIES must list/],
  [{ MODERATION_ON_FAILURE: 'maybe' }, 'MODERATION_ON_FAILURE must be closed or open'],
  [{ MODERATION_TIMEOUT_SECONDS: '0' }, /^MODERATION_TIMEOUT_SECONDS must be/],
  [{ MODERATION_TIMEOUT_SECONDS: 'soon' }, /^MODERATION_TIMEOUT_SECONDS must be/],
  [{ MODERATION_CONCURRENCY: '1.5' }, /^MODERATION_CONCURRENCY must be/],
  [{ MODERATION_CONCURRENCY: '1001' }, /^MODERATION_CONCURRENCY must be/],
])('stops the start with one sentence for %j', (variables, problem) => {
  const problems = problemsOf(variables);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(problem);
});

it('names every wrong setting, and shows no value', () => {
  const secret = 'secret of the test';
  const problems = problemsOf({ MODERATION_API_KEY: secret, MODERATION_ON_FAILURE: secret });
  expect(problems).toHaveLength(2);
  expect(problems.join()).not.toContain(secret);
});

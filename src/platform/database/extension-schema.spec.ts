import { requireOwnSchemas } from './extension-schema.js';

const named = (...names: string[]) => names.map((name) => ({ name, migrations: [] }));

describe('the schema of an extension', () => {
  it.each(['acme', 'acme_2', 'a'])('may be %s', (name) => {
    expect(() => requireOwnSchemas(named(name))).not.toThrow();
  });

  it.each(['', 'public', 'pg_acme', 'information_schema', 'Acme', '2acme', 'a"b', 'a-b', 'a'.repeat(64)])(
    'may not be "%s"',
    (name) => {
      expect(() => requireOwnSchemas(named(name))).toThrow('cannot be the schema of an extension');
    },
  );

  it('belongs to one extension', () => {
    expect(() => requireOwnSchemas(named('acme', 'other', 'acme'))).toThrow(
      'Two extensions have the schema acme.',
    );
  });
});

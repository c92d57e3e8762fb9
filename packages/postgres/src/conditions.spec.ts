import { columns } from './columns.js';
import { Conditions } from './conditions.js';

interface Picture {
  id: string;
  createdAt: Date;
  externalUserId: string | null;
}

describe('Conditions', () => {
  it('are numbered after the values of the statement', () => {
    const conditions = new Conditions<Picture>('account').where('created_at', '>=', 'then', 'timestamptz');
    conditions.whereBefore(['created_at', 'id'], ['now', 'a'], ['timestamptz', 'uuid']).where('id', '=', 'b');
    expect(conditions.text).toBe(
      'created_at >= $2::timestamptz and (created_at, id) < ($3::timestamptz, $4::uuid) and id = $5',
    );
    expect(conditions.values).toEqual(['account', 'then', 'now', 'a', 'b']);
  });

  it('are true when there is none', () => {
    expect(new Conditions<Picture>().text).toBe('true');
  });

  it('accept only words as literals', () => {
    expect(new Conditions<Picture>().whereLiteral('id', 'text-to-3d').text).toBe("id = 'text-to-3d'");
    expect(() => new Conditions<Picture>().whereLiteral('id', "' or true")).toThrow('not a word');
  });

  it('and select lists accept only columns of the entity', () => {
    expect(columns<Picture>('id', 'external_user_id')).toBe('id, external_user_id');
    // @ts-expect-error -- no column of the entity
    expect(columns<Picture>('externalUserId')).toBe('externalUserId');
    // @ts-expect-error -- no column of the entity
    expect(new Conditions<Picture>().whereNull('deleted_at').text).toBe('deleted_at is null');
  });
});

import { constants, DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { NativeStatements, plannedOnce } from './native-statements.ts';

it.each([
  'select id from letters where id > ? order by id limit ?',
  'select id from (select id from letters where id > ? order by id desc LIMIT ?) page',
])('plans a statement once, however often it is asked: %s', (sql) => {
  const native = new DatabaseSync(':memory:');
  native.exec('create table letters (id integer primary key); insert into letters values (1), (2), (3)');
  const statements = new NativeStatements(native);
  let planned = 0;
  // SQLite asks for leave whenever it plans.
  native.setAuthorizer(() => {
    planned++;
    return constants.SQLITE_OK;
  });
  expect(statements.run([sql, [1, 1]]).rows).toHaveLength(1);
  expect(planned).toBeGreaterThan(0);
  planned = 0;
  expect(statements.run([sql, [0, 2]]).rows).toHaveLength(2);
  expect(statements.run([sql, [0, 3]]).rows).toHaveLength(3);
  expect(planned).toBe(0);
});

it('leaves alone what is no bound limit', () => {
  const sql = "select 'limit' from letters where speed_limit = ? limit 3";
  expect(plannedOnce(sql)).toBe(sql);
});

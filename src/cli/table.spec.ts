import { tableOf } from './table.js';

it('makes every column as wide as its longest cell, and leaves no space at the end of a line', () => {
  const rows = [
    ['a', 'longest of all', ''],
    ['four', 'x', 'end'],
  ];
  expect(tableOf(['NAME', 'B', 'C'], rows)).toBe(
    ['NAME  B               C', 'a     longest of all', 'four  x               end'].join('\n'),
  );
});

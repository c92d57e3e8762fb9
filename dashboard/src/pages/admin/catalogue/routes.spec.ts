import { moved, routesProblem } from './routes';

describe('moved', () => {
  it('changes places with the neighbour', () => {
    expect(moved(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c']);
    expect(moved(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b']);
  });

  it('leaves the list as it is at its ends', () => {
    expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
    expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b']);
  });
});

describe('routesProblem', () => {
  it('asks for one route that is on', () => {
    expect(routesProblem([{ provider: 'a', enabled: false }])).toMatch(/Leave one engine on/);
    expect(routesProblem([{ provider: 'a', enabled: false }, { provider: 'b' }])).toBeNull();
  });
});

import { LargeBodyPlaces } from './large-body-places.js';

const LONG_MS = 60_000;
/** Resolves after everything that is ready. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

function placesOf(count: number, slowMs = LONG_MS) {
  const places = new LargeBodyPlaces(count, slowMs);
  const inside: string[] = [];
  const enter = async (sender: string, name: string) => {
    const leave = await places.enter(sender);
    inside.push(name);
    return leave;
  };
  return { enter, inside };
}

it('lets in as many of one sender as there are places, the others in order', async () => {
  const { enter, inside } = placesOf(2);
  const [first, second] = ['1', '2', '3', '4'].map((name) => enter('a', name));
  await settled();
  expect(inside).toEqual(['1', '2']);
  (await second!)();
  await settled();
  expect(inside).toEqual(['1', '2', '3']);
  (await first!)();
  await settled();
  expect(inside).toEqual(['1', '2', '3', '4']);
});

it('lets in one sender while another waits', async () => {
  const { enter, inside } = placesOf(1);
  void enter('a', 'a1');
  void enter('a', 'a2');
  void enter('b', 'b1');
  await settled();
  expect(inside).toEqual(['a1', 'b1']);
});

it('gives a place back once, however often it is left', async () => {
  const { enter, inside } = placesOf(1);
  const leave = await enter('a', '1');
  void enter('a', '2');
  void enter('a', '3');
  leave();
  leave();
  await settled();
  expect(inside).toEqual(['1', '2']);
});

it('does not let a slow body hold up the others', async () => {
  const { enter, inside } = placesOf(1, 10);
  void enter('a', 'slow');
  await enter('a', 'next');
  expect(inside).toEqual(['slow', 'next']);
});

// H7: the leader's machine is frozen for seconds to minutes past the takeover of another node and then resumes, with the lowest version
// of Patroni that the manual allows. Every create, payment and upload that was acknowledged during the freeze must exist afterwards.
// `cluster check` must report this cluster as safe except for its missing watchdogs, and must reject Debian's older Patroni.
import { freezeLeader } from '../frozen-leader.mjs';
import { debianPatroniVersion } from '../patroni.mjs';
import { spread, underLoad } from '../traffic.mjs';

const PAST_TAKEOVER_MS = {
  gate: [20_000],
  short: [20_000, 40_000, 90_000],
  long: [20_000, 40_000, 90_000, 300_000],
};

export default {
  name: 'H7',
  title: 'a frozen leader that wakes up long after its successor leads',
  seconds: 900,
  async run(context) {
    const rounds = context.count({ gate: 1, short: 3, long: 20 });
    const times = PAST_TAKEOVER_MS[context.tier];
    const served = [];
    let creates = 0;
    return underLoad(context, async (cluster, traffic, acknowledged) => {
      for (let round = 0; round < rounds; round += 1)
        for (const pastMs of times) {
          const freeze = await freezeLeader(context, { cluster, traffic, acknowledged }, pastMs);
          served.push(freeze.servedMs);
          creates += freeze.creates;
          if (freeze.creates === 0) context.fail('nothing was acknowledged beside the frozen leader');
          context.progress(served.length, rounds * times.length);
        }
      const figures = await checkVersions(context, cluster);
      return {
        freezes: served.length,
        's past the takeover': times.map((ms) => ms / 1000).join(', '),
        's to the first served request, p50 (worst)': spread(served),
        'creates acknowledged beside a frozen leader': creates,
        'writes of a woken leader acknowledged': 0,
        ...figures,
      };
    });
  },
};

/** Runs `offprint cluster check` on this cluster and on a cluster with Debian's Patroni. */
async function checkVersions(context, cluster) {
  const check = (address, ...more) =>
    cluster.runCommand('api1', ['cluster', 'check', '--patroni', address, ...more]);
  const expect = ({ code, stdout, stderr }, wanted, text) => {
    if (code !== wanted || !stdout.includes(text))
      context.fail(`cluster check: not ${wanted} with "${text}"`, { code, stdout, stderr });
  };
  const own = cluster.restOf(await cluster.leader());
  expect(await check(own, '--without-watchdog'), 0, 'safe');
  expect(await check(own), 1, 'no watchdog');
  const old = await cluster.startOldPatroni();
  try {
    const version = await debianPatroniVersion();
    expect(await check(old.address, '--without-watchdog'), 1, `Patroni ${version}; `);
    return { 'refused by the check': version };
  } finally {
    await old.stop();
  }
}

// Hosts as network namespaces on one bridge, each with an address of its own, and their faults: links cut in both directions
// or one (half-open), loss, and delay. Cuts and loss are rules of nftables in the host; delay is a relay (relay.mjs).
import { execFile, execFileSync, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const RELAY = fileURLToPath(new URL('relay.mjs', import.meta.url));
/** The account of relays, whose own connections are not redirected. */
const RELAY_UID = 65534;
const RELAY_PORT = 7000;

export const NETWORK = '10.77.0.0/24';
/** The address of the bridge, which the run and its callers use. */
export const OUTSIDE = '10.77.0.1';

export class Network {
  #hosts = new Map();
  #relays = [];

  async start(names) {
    await ip('link set lo up');
    await ip('link add br0 type bridge');
    await ip(`addr add ${OUTSIDE}/24 dev br0`);
    await ip('link set br0 up');
    for (const [at, name] of names.entries()) await this.#add(name, `10.77.0.${at + 11}`);
  }

  async #add(name, address) {
    await ip(`netns add ${name}`);
    await ip(`link add v-${name} type veth peer name eth0 netns ${name}`);
    await ip(`link set v-${name} master br0 up`);
    await ip(`-n ${name} addr add ${address}/24 dev eth0`);
    await ip(`-n ${name} link set lo up`);
    await ip(`-n ${name} link set eth0 up`);
    this.#hosts.set(name, address);
    await this.#nft(name, EMPTY);
  }

  address(name) {
    return this.#hosts.get(name);
  }

  /** Returns the beginning of a command line that runs in the host. @param [account] instead of root */
  in(name, account) {
    const as = account ? ['setpriv', `--reuid=${account}`, `--regid=${account}`, '--init-groups'] : [];
    return ['nsenter', `--net=/run/netns/${name}`, ...as];
  }

  /** Returns the pids of all processes of a host. */
  pids(name) {
    return execFileSync('ip', ['netns', 'pids', name], { encoding: 'utf8' })
      .split('\n')
      .filter(Boolean)
      .map(Number);
  }

  /** Sends a signal to all processes of a host, like a crash or a freeze of its machine. */
  signalAll(name, signal) {
    for (const pid of this.pids(name)) {
      try {
        process.kill(pid, signal);
      } catch {
        // The process has just exited.
      }
    }
  }

  /** Drops all packets between two hosts. */
  async cut(one, other) {
    await this.#drop(one, 'saddr', 'in', other);
    await this.#drop(one, 'daddr', 'out', other);
  }

  /** Drops packets from `from` to `to` only, so that connections are half-open. */
  async cutOneWay(from, to) {
    await this.#drop(from, 'daddr', 'out', to);
  }

  /** Drops a share of all packets of a host, in each direction. */
  async lose(name, percent) {
    const dropRule = `numgen random mod 100 < ${percent} drop`;
    await this.#nft(
      name,
      `add rule inet faults in iifname != "lo" ${dropRule}
       add rule inet faults out oifname != "lo" ${dropRule}`,
    );
  }

  /** Delays data between `from` and `port` of `to` on new connections. */
  async delay(from, to, port, milliseconds) {
    const [command, ...args] = [
      ...[...this.in(from), 'setpriv', `--reuid=${RELAY_UID}`, `--regid=${RELAY_UID}`, '--clear-groups'],
      ...[process.execPath, '--input-type=module', '-'],
      ...[String(RELAY_PORT), this.address(to), String(port), String(milliseconds)],
    ];
    const relay = spawn(command, args, {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH },
    });
    relay.stdin.end(await readFile(RELAY));
    this.#relays.push(relay);
    await new Promise((resolve, reject) => {
      relay.stdout.once('data', resolve);
      relay.once('exit', () => reject(new Error('the relay did not start')));
    });
    await this.#nft(
      from,
      `add table ip detour
       add chain ip detour out { type nat hook output priority -100; }
       add rule ip detour out ip daddr ${this.address(to)} tcp dport ${port} meta skuid != ${RELAY_UID} redirect to :${RELAY_PORT}`,
    );
  }

  /** Ends all faults. */
  async heal() {
    for (const name of this.#hosts.keys()) await this.#nft(name, EMPTY);
    for (const relay of this.#relays.splice(0)) relay.kill('SIGKILL');
  }

  async #drop(name, field, chain, other) {
    await this.#nft(name, `add rule inet faults ${chain} ip ${field} ${this.address(other)} drop`);
  }

  async #nft(name, rules) {
    const child = spawn('nsenter', [`--net=/run/netns/${name}`, 'nft', '-f', '-'], {
      stdio: ['pipe', 'inherit', 'inherit'],
    });
    child.stdin.end(`${rules}\n`);
    const [code] = await new Promise((resolve) => child.once('exit', (...exit) => resolve(exit)));
    if (code !== 0) throw new Error(`nft in ${name}: ${rules}`);
  }
}

const EMPTY = `
add table ip detour
delete table ip detour
add table inet faults
delete table inet faults
add table inet faults
add chain inet faults in { type filter hook input priority 0; }
add chain inet faults out { type filter hook output priority 0; }`;

const ip = (command) => run('ip', command.split(' '));

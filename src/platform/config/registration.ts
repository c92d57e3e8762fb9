import { BlockList, isIPv4, isIPv6 } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** @param host a name or an IP address, IPv6 with or without brackets. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$|\.$/g, '');
  return name === 'localhost' || name.endsWith('.localhost') || isLoopbackAddress(name);
}

export function isLoopbackAddress(address: string): boolean {
  // A listener on "::" reports IPv4 peers as IPv4-mapped IPv6; a BlockList resolves those.
  if (isIPv4(address)) return loopback.check(address, 'ipv4');
  return isIPv6(address) && loopback.check(address, 'ipv6');
}

export interface Registration {
  isOpen: boolean;
  /** For the line of the start. */
  reason: string;
}

/** Without the setting, anyone may register only while no other machine reaches the service. */
export function registrationOf(
  setting: 'open' | 'closed' | undefined,
  host: string,
  publicUrl: string | null,
): Registration {
  if (setting) return { isOpen: setting === 'open', reason: `REGISTRATION=${setting}` };
  if (!isLoopbackHost(host)) return { isOpen: false, reason: `REGISTRATION is not set and HOST is ${host}` };
  if (publicUrl !== null && !isLoopbackHost(new URL(publicUrl).hostname))
    return { isOpen: false, reason: 'REGISTRATION is not set and PUBLIC_URL is not of this machine' };
  return { isOpen: true, reason: 'REGISTRATION is not set and only this machine reaches the service' };
}

// Installs the packages of a folder with its own package.json and lock, which only some commands need. Installs again when the installed
// versions differ from the lock.
import { existsSync, readFileSync } from 'node:fs';
import { boundedNpm } from './bounded-npm.mjs';

/** @param {string} folder ends with a slash @param {() => void} onInstall called before it begins to install */
export function installLocked(folder, onInstall) {
  const lock = JSON.parse(readFileSync(`${folder}package-lock.json`, 'utf8'));
  const versionOf = (path) =>
    existsSync(`${folder}${path}/package.json`) &&
    JSON.parse(readFileSync(`${folder}${path}/package.json`, 'utf8')).version;
  const wanted = Object.keys(lock.packages[''].dependencies).map((name) => `node_modules/${name}`);
  if (wanted.every((path) => versionOf(path) === lock.packages[path].version)) return;
  onInstall();
  boundedNpm(['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

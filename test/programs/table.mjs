// Every program: where it comes from, what is done with it, what must come. docs/programs.md is made of this and of the last result.
import { HTTP_CLIENTS, MCP_CLIENTS } from './clients.table.mjs';
import { FRAMEWORKS, SDKS } from './sdks.table.mjs';
import { GENERATORS, MONITORING, VALIDATORS } from './tools.table.mjs';

/**
 * @typedef {object} Program
 * @property {string} name
 * @property {keyof typeof import('./registries.mjs').REGISTRIES} registry
 * @property {string[]} packages pinned, the program itself first
 * @property {string} [version] when the first package is not the program itself
 * @property {string} does what is done with it, for a reader
 * @property {string} program its file here, which the page shows
 * @property {string} [starts] the file that is started, when `setup` makes it of the program's
 * @property {string[]} [setup] commands in its folder between installation and start
 * @property {boolean} [description] `setup` finds the service's openapi.json
 * @property {string[]} [without] packages of PyPI that it names and does not need here
 * @property {boolean} [scripts] its packages run scripts when they are installed
 * @property {string[]} [tools] other programs that it needs
 * @property {Record<string, string>} [comes] files with their type, and size of a picture
 * @property {RegExp} [prints]
 * @property {number} [makes] predictions that are made and paid; without it as many as `comes` has files
 * @property {{ why: string, shows: RegExp }} [open] it does not work yet: it has to fail, and with these words
 * @property {boolean} [small] CI runs it too
 */

/** @type {[string, Program[]][]} by the headings of the page */
export const SECTIONS = [
  ['OpenAI’s clients', SDKS],
  ['Frameworks and gateways', FRAMEWORKS],
  ['MCP clients', MCP_CLIENTS],
  ['Generated clients', GENERATORS],
  ['HTTP clients, downloaders, players', HTTP_CLIENTS],
  ['Validators', VALIDATORS],
  ['Monitoring', MONITORING],
];

export const PROGRAMS = SECTIONS.flatMap(([, programs]) => programs);

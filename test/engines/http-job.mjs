/**
 * Fakes of all http-job engines in one process, each at its vendor's paths: the presets of catalogue/ and the fictional engine
 * of examples/yaml-engine. A request without that vendor's kind of credentials gets 401.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { serveEngine } from './engine-server.mjs';
import { bfl } from './http-job/bfl.mjs';
import { easel } from './http-job/easel.mjs';
import { elevenlabs } from './http-job/elevenlabs.mjs';
import { kling } from './http-job/kling.mjs';
import { luma } from './http-job/luma.mjs';
import { meshy } from './http-job/meshy.mjs';
import { minimax } from './http-job/minimax.mjs';
import { runway } from './http-job/runway.mjs';
import { stability } from './http-job/stability.mjs';
import { tripo } from './http-job/tripo.mjs';
import { veo } from './http-job/veo.mjs';

const VENDORS = [stability, meshy, tripo, runway, luma, bfl, elevenlabs, veo, minimax, kling, easel];
const vendorOf = (path) => VENDORS.find((vendor) => vendor.owns(path));
/** The vendor of the current request, which determines the shape of errors. */
const current = new AsyncLocalStorage();

await serveEngine({
  isSubmit(exchange) {
    current.enterWith(vendorOf(exchange.path));
    return current.getStore()?.isSubmit(exchange) ?? false;
  },
  isPoll: (exchange) => current.getStore()?.isPoll(exchange) ?? false,
  errorBody(status, kind) {
    const vendor = current.getStore();
    // Vendors that reject content later, or in a success response, do so in their handlers.
    if (kind === 'moderated' && ![elevenlabs, easel].includes(vendor)) return undefined;
    return vendor?.errorBody(status, kind);
  },
  handle(exchange, engine) {
    const vendor = current.getStore();
    if (!vendor) return exchange.reply(404, { error: 'No vendor has this path.' });
    const open = exchange.path === '/storage';
    if (!open && !vendor.secretIn(exchange.headers))
      return exchange.reply(401, vendor.errorBody(401, 'no secret'));
    return vendor.handle(exchange, engine);
  },
});

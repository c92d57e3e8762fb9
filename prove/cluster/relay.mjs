// A TCP relay that delays all data by a given time in both directions, because this kernel has no netem. Node.js reads this program
// from standard input. Arguments: port, target address, target port, milliseconds.
import { connect, createServer } from 'node:net';

const [port, address, targetPort, milliseconds] = process.argv.slice(2);

function pass(from, to) {
  const later = (work) => setTimeout(work, Number(milliseconds));
  from.on('data', (chunk) => later(() => to.writable && to.write(chunk)));
  from.on('end', () => later(() => to.end()));
  from.on('close', () => later(() => to.destroy()));
  from.on('error', () => {});
}

createServer({ allowHalfOpen: true }, (near) => {
  const far = connect({ port: Number(targetPort), host: address, allowHalfOpen: true });
  pass(near, far);
  pass(far, near);
}).listen(Number(port), '0.0.0.0', () => console.log('ready'));

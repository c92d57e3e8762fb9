// Speaks: one line of JSON {text, voice, speed} in, a WAV file out. A program of its own, started as a child process.
//
// It alone uses espeak-ng, which is under the GPL: the service never loads that code, it only talks to this program
// over pipes. A worker thread does the work, so that the main thread still sees standard input close, which is what
// happens when the service dies, and then ends at once.
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** The library reads `[[` as the start of raw phonemes; a space keeps the caller's text text. */
function plain(text) {
  return text.replaceAll('[[', '[ [').replaceAll(']]', '] ]');
}

async function speak({ text, voice, speed }) {
  const { default: EspeakNg } = await import('espeak-ng');
  const program = await EspeakNg({
    arguments: ['-v', voice, '-s', String(speed), '-w', 'speech.wav', '-f', 'text.txt'],
    preRun: [(module) => module.FS.writeFile('text.txt', plain(text))],
    print: () => {},
    printErr: () => {},
  });
  return program.FS.readFile('speech.wav');
}

function readLine() {
  return new Promise((resolve, reject) => {
    let received = '';
    process.stdin.setEncoding('utf8');
    process.stdin.on('data', (piece) => {
      received += piece;
      const end = received.indexOf('\n');
      if (end >= 0) resolve(received.slice(0, end));
    });
    process.stdin.once('error', reject);
    process.stdin.once('close', () => process.exit(2));
    process.stdin.once('end', () => process.exit(2));
  });
}

if (isMainThread) {
  const request = JSON.parse(await readLine());
  const worker = new Worker(new URL(import.meta.url), { workerData: request });
  worker.once('error', () => process.exit(1));
  worker.once('message', (wav) => process.stdout.write(wav, () => process.exit(0)));
} else {
  parentPort.postMessage(await speak(workerData));
}

// Synthesises speech: reads one line of JSON {text, voice, speed}, writes a WAV file. Runs as a child process.
//
// Only this program uses espeak-ng, which is under the GPL: the service never loads that code and communicates with this
// program over pipes. A worker thread does the work, so that the main thread detects when standard input closes, which
// means that the service is dead, and ends at once.
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** Separates `[[` with a space, because the library reads it as the start of raw phonemes. */
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

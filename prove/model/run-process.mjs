// Runs a program of this folder in a process of its own, which contains the service. The program receives the task as a message. It sends
// {done} for its progress and finally {counts} or {broken}.
import { fork } from 'node:child_process';

/** Runs a program. @returns {Promise<object>} its counts @throws with the violation of the model */
export function runProcess(program, task, onProgress, env = {}) {
  const options = {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  };
  const child = fork(program, [], options);
  const gone = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
  const finished = new Promise((resolve, reject) => {
    child.on('message', ({ done, counts, broken }) => {
      if (counts) resolve(counts);
      else if (broken) reject(new Error(broken));
      else onProgress(done);
    });
    gone.then((how) => reject(new Error(`the process of the model ended with ${how}`)));
    child.send(task);
  });
  return finished.finally(async () => {
    if (child.connected) child.disconnect();
    await gone;
  });
}

/** Runs `main` with the task of `runProcess` and reports its result. */
export function answerTask(main) {
  process.once('message', (task) => {
    main(task, (done) => process.send({ done })).then(
      (counts) => process.send({ counts }),
      (error) => process.send({ broken: [error.stack, error.query].filter(Boolean).join('\n') }),
    );
  });
  // Handles that the service leaves open must not keep the process alive after the trial.
  process.on('disconnect', () => process.exit(0));
}

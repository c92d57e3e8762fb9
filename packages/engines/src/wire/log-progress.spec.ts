import { progressInLog } from './log-progress.js';

describe('progressInLog', () => {
  it('reads the last bar that was drawn', () => {
    const log =
      'Loading weights\n  0%|          | 0/28 [00:00<?, ?it/s]\r 36%|███▌      | 10/28 [00:01<00:02,  8.9it/s]\n';
    expect(progressInLog(log)).toBe(36);
    expect(progressInLog(`${log}100%|██████████| 28/28 [00:03<00:00]`)).toBe(100);
  });

  it('reports nothing without a progress bar', () => {
    expect(progressInLog('')).toBeUndefined();
    expect(progressInLog('using 50% of the memory | 12 GB')).toBeUndefined();
  });

  it('reports at most 100 %', () => {
    expect(progressInLog('250%|████| 5/2')).toBe(100);
  });
});

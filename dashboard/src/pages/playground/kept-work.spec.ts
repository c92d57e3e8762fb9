import { NO_WORK, parseWork, serializeWork, withDraft, withFinished, withoutRun, withRun } from './kept-work';

const kept = (work: typeof NO_WORK) => parseWork(serializeWork(work));

describe('the work that is kept', () => {
  it('is the draft and the runs, newest first', () => {
    let work = withDraft(NO_WORK, 'embedded-image', { prompt: 'a harbour', seed: 7 });
    work = withRun(withRun(work, 'pred_1'), 'pred_2');
    expect(kept(work)).toEqual({
      modelKey: 'embedded-image',
      values: { prompt: 'a harbour', seed: 7 },
      runs: ['pred_2', 'pred_1'],
      unfinished: ['pred_2', 'pred_1'],
      shown: 'pred_2',
    });
    expect(withFinished(work, 'pred_1').unfinished).toEqual(['pred_2']);
    expect(withoutRun(work, 'pred_2')).toMatchObject({
      runs: ['pred_1'],
      unfinished: ['pred_1'],
      shown: null,
    });
  });

  it('keeps the prompt while a model without one is chosen', () => {
    const work = withDraft(withDraft(NO_WORK, 'a', { prompt: 'a harbour' }), 'b', { imageUrl: '' });
    expect(work).toMatchObject({ modelKey: 'b', values: { prompt: 'a harbour', imageUrl: '' } });
  });

  it('is bounded: a dozen runs, and ten thousand characters of draft', () => {
    let work = withDraft(NO_WORK, 'a', {
      imageUrl: 'x'.repeat(20_000),
      prompt: 'y'.repeat(6000),
      tags: '[]',
    });
    for (let i = 0; i < 20; i += 1) work = withRun(work, `pred_${i}`);
    expect(Object.keys(kept(work).values).sort()).toEqual(['prompt', 'tags']);
    expect(JSON.stringify(kept(work).values).length).toBeLessThanOrEqual(10_000);
    expect(kept(work).runs).toHaveLength(12);
    expect(kept(work).runs[0]).toBe('pred_19');
    expect(kept(work).unfinished).toHaveLength(12);
  });

  it.each([null, '', 'null', '[]', '{"runs":1}', 'no JSON'])('is none for %j', (text) => {
    expect(parseWork(text)).toEqual(NO_WORK);
  });
});

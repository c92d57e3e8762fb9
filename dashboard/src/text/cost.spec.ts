import { costText, finalCost } from './cost';

describe('the cost of a prediction', () => {
  it.each([
    [4, 0, '4 credits'],
    [1, 0, '1 credit'],
    [4, 4, '0 credits, 4 refunded'],
    [10, 9, '1 credit, 9 refunded'],
    [0.3, 0.1, '0.2 credits, 0.1 refunded'],
  ])('is what remains after the refund: %d charged, %d refunded', (creditCost, creditsRefunded, text) => {
    expect(costText({ creditCost, creditsRefunded })).toBe(text);
  });

  it('has the precision of the ledger', () => {
    expect(finalCost({ creditCost: 0.3, creditsRefunded: 0.1 })).toBe(0.2);
  });
});

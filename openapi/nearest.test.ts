import { describe, expect, it } from 'vitest';
import { nearest, suggestion } from './nearest.ts';

describe('the nearest names', () => {
  it.each([
    ['profil', ['profile', 'seed'], ['profile']],
    ['PAYROL-024', ['PAYROLL-024', 'AUTH-001'], ['PAYROLL-024']],
    ['payroll-024', ['PAYROLL-024'], ['PAYROLL-024']],
    ['model', ['payroll.model', 'payroll.list'], ['payroll.model']],
    ['sede', ['seed', 'out'], ['seed']],
    ['xyz', ['profile', 'seed'], []],
  ])('to %s among %j are %j', (word, candidates, wanted) => {
    expect(nearest(word, candidates)).toEqual(wanted);
  });

  it('are at most three', () => {
    expect(nearest('A-000', ['A-001', 'A-002', 'A-003', 'A-004'])).toHaveLength(3);
  });

  it('become a question, or an empty text', () => {
    expect(suggestion('sede', ['seed'])).toBe(' Did you mean seed?');
    expect(suggestion('xyz', ['seed'])).toBe('');
  });
});

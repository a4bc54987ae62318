import { expect, it } from 'vitest';
import type { RunEvent } from '../../../conformance/engine/events.ts';
import { StepProgress } from './progress.ts';

// Only these fields are read.
const event = (fields: object) => fields as RunEvent;

it('says how many documented requirements are left, and how long that takes', () => {
  const progress = new StepProgress();
  const checks = [
    { id: 'a', title: 'A', covers: ['PAYROLL-001', 'PAYROLL-003'] },
    { id: 'b', title: 'B', covers: ['PAYROLL-001', 'PAYROLL-002', 'NOTHING-001'] },
  ];
  expect(progress.text(0)).toBe('');
  progress.handle(event({ type: 'run-started', checks }), 0);
  progress.handle(event({ type: 'target-surveyed' }), 10_000);
  expect(progress.text(11_000)).toBe('3 requirements left');
  progress.handle(event({ type: 'check-finished', check: 'a', requests: 5 }), 30_000);
  expect(progress.text(30_000)).toBe('2 requirements left, about 20 s');
  progress.handle(event({ type: 'check-finished', check: 'b', requests: 5 }), 40_000);
  expect(progress.text(40_000)).toBe('0 requirements left');
});

import { succeeded } from '../../../actions/answers.ts';
import { autoApprove, submitKyb } from '../../../actions/kyb.ts';
import { CaseEnded } from '../../../engine/outcome.ts';
import { show } from '../../../provider/scenario.ts';
import type { KybMove } from '../model.ts';

/** Submits the business, for the first time or again. What a submission is worth after an approval is not shown. */
export const submit: KybMove = {
  name: 'submit',
  possible: ({ phase }) =>
    phase === 'none' || phase === 'submitted' || phase === 'information-needed' || phase === 'rejected',
  describe: ({ phase }) => `submit the business${phase === 'none' ? '' : ', again'}`,
  act: async (scenario, _, { ground }) => {
    const response = await submitKyb(scenario, ground.tenant);
    const { status } = response;
    const answer = `${status} with ${show(response.json ?? response.text)}`;
    return (reading, state) => {
      switch (state.phase) {
        case 'none':
          reading.mustHold('KYB-001', succeeded(response), 'the business to be taken in', answer);
          reading.took('kyb/submit', 'business');
          state.phase = 'submitted';
          return;
        case 'rejected':
          reading.require('KYB-005', status >= 400 && status < 500, 'a refusal', answer);
          return;
        case 'information-needed':
          if (!succeeded(response)) throw new CaseEnded(`Another submission was answered with ${status}.`);
          state.phase = 'submitted';
          return;
        case 'submitted':
          return;
        case 'approved':
        case 'auto-approved':
        case 'completed':
          // It may begin anew, or what was decided stays.
          if (succeeded(response)) state.phase = reading.choose([state.phase, 'submitted']);
          return;
      }
    };
  },
};

/** Submits the business with the sentinel that approves it. */
export const submitSentinel: KybMove = {
  name: 'submit with the sentinel',
  possible: ({ phase }) => phase === 'none',
  describe: () => `submit the business with the tax identification number ${autoApprove}`,
  act: async (scenario, _, { ground }) => {
    const response = await submitKyb(scenario, ground.tenant, autoApprove);
    return (reading, state) => {
      if (!succeeded(response)) throw new CaseEnded(`The submission was answered with ${response.status}.`);
      reading.took('kyb/submit', 'business');
      state.phase = 'auto-approved';
    };
  },
};

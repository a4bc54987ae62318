/** Ids of created resources that are in no body. */
import type { BenignGroup } from './variant.ts';

const creations = /^\/v1\/(persons|payrolls|virtual-accounts|external-accounts)$/;

export const locationVariants: BenignGroup = {
  checks:
    /^(persons?|payrolls?|virtual-account|external-account|contracts?|users|transaction|compliance|existing|operations|answers)\./,
  variants: {
    'ids of what was created in Location, with an empty body': {
      interpretations: [232],
      front: {
        answer(answer, { method, path }) {
          if (method !== 'POST' || answer.status >= 300 || !creations.test(path)) return answer;
          const { id, payrollId = id } = JSON.parse(answer.body);
          return { status: 201, headers: { location: `${path}/${payrollId}` }, body: '' };
        },
      },
    },
  },
};

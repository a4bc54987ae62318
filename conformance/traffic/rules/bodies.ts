/** Invalid bodies that every server must reject. */
import type { OperationId } from '../../../openapi/description.ts';
import { isRecord } from '../../../openapi/is-record.ts';
import { bodyRules, strangeIn } from '../../judgements/body-rules.ts';
import { succeeded } from '../../provider/answers.ts';
import { describe, show } from '../../provider/response.ts';
import type { ExchangeRule } from './rule.ts';

/** A 202 promises nothing: the body may still be rejected later. */
const accepted = 202;

export const bodyRuleList: readonly ExchangeRule[] = Object.entries(bodyRules).map(([id, requirement]) => ({
  operation: id as OperationId,
  covers: [requirement],
  judge: (judging, { answer, sent }) => {
    const strange = sent === undefined ? undefined : strangeIn(id as keyof typeof bodyRules, sent);
    if (strange === undefined || answer.status === accepted) return;
    const isRefused =
      answer.status === 400 && isRecord(answer.json) && answer.json.code === 'invalid_request_body';
    // Another rejection may have another reason.
    if (!isRefused && !succeeded(answer)) return;
    const place = strange.path.join('.') || 'the body';
    const expected = `400 with invalid_request_body for ${show(strange.value)} as ${place}`;
    judging.require(requirement, isRefused, expected, describe(answer));
  },
}));

// Identity and address verification of users.

import { address, check, country, date, notFound, oneOf, string, wrongState } from './check.js';
import { at, DAY, today } from './clock.js';
import { route } from './router.js';
import { businessOf, db, find } from './state.js';
import { emit } from './webhooks.js';

const submission = {
  firstName: string,
  lastName: string,
  dob: date,
  nationality: country,
  address,
  idDetails: {
    type: string,
    number: string,
    issuedCountryCode: country,
    issuedBy: string,
    issuedDate: date,
    expirationDate: date,
    frontFileId: string,
    backFileId: string,
    selfieFileId: string,
  },
  addressProofFileId: string,
};

// Values in idDetails.number (identity) and address.line2 (address); auto-reject is this server's own.
const SENTINELS = { 'auto-approve': 'approved', 'auto-reject': 'rejected' };
const sentinel = (value) => SENTINELS[(value ?? '').trim().toLowerCase()];
const view = (user) => ({ userId: user.id, identity: user.kyc.identity, address: user.kyc.address });
const ownUser = ({ user, params }) => user.id === params.userId;
export function decide(user, type, status) {
  user.kyc[type] = status;
  emit(businessOf(user), 'user.kyc.updated', { userId: user.id, type, status });
  if (type === 'identity' && status === 'approved') watchExpiry(user);
}

// An empty file id counts as absent.
function checkFiles(business, { idDetails = {}, addressProofFileId }) {
  for (const id of [
    idDetails.frontFileId,
    idDetails.backFileId,
    idDetails.selfieFileId,
    addressProofFileId,
  ]) {
    if (id && db.files.get(id)?.businessId !== business.id) throw notFound();
  }
}

// Identity is always submitted; the address when the body has something about it.
function submit(user, fields) {
  const { kyc } = user;
  if (fields.idDetails) kyc.stages = new Set(); // a new document
  kyc.details = { ...kyc.details, ...fields };
  const results = { identity: sentinel(fields.idDetails?.number) };
  if (fields.address || fields.addressProofFileId) results.address = sentinel(fields.address?.line2);
  for (const type of Object.keys(results)) decide(user, type, results[type] ?? 'processing');
  const answer = view(user);
  // A sandbox has no reviewer: an undecided component ends as pending, without an event.
  for (const type of Object.keys(results)) if (kyc[type] === 'processing') kyc[type] = 'pending';
  return answer;
}
function stageOf(expiryDate) {
  const days = (Date.parse(expiryDate) - Date.parse(today())) / DAY;
  if (days < -60) return { stage: 'expired' };
  if (days < 0) return { stage: 'in-grace-period', next: 61 };
  if (days <= 30) return { stage: 'about-to-expire', next: 1 };
  return { next: -30 };
}
function watchExpiry(user) {
  const { kyc } = user;
  const document = kyc.details?.idDetails;
  if (!document?.expirationDate || kyc.identity !== 'approved' || !db.users.has(user.id)) return;
  const { stage, next } = stageOf(document.expirationDate);
  if (stage && !kyc.stages.has(stage)) {
    kyc.stages.add(stage);
    if (stage === 'expired') decide(user, 'identity', 'rejected');
    emit(businessOf(user), 'user.kyc.expiry', {
      userId: user.id,
      stage,
      documentType: document.type ?? '',
      expiryDate: document.expirationDate,
    });
  }
  if (next !== undefined) {
    at(Date.parse(document.expirationDate) + next * DAY, () => {
      if (kyc.details.idDetails === document) watchExpiry(user);
    });
  }
}
route(
  'POST /v1/users/:userId/kyc',
  ({ business, params, body }) => {
    const user = find('users', params.userId, business);
    const fields = check(body, submission);
    checkFiles(business, fields);
    return submit(user, fields); // also when there was a submission before
  },
  { user: ownUser },
);
route(
  'PATCH /v1/users/:userId/kyc',
  ({ business, params, body }) => {
    const user = find('users', params.userId, business);
    const fields = check(body, submission);
    if (user.kyc.identity !== 'rejected')
      throw wrongState('identity can only be resubmitted when status is Rejected');
    checkFiles(business, fields);
    return submit(user, fields);
  },
  { user: ownUser },
);
route('GET /v1/users/:userId/kyc', ({ business, params }) => view(find('users', params.userId, business)), {
  user: ownUser,
});

// The replacement document is treated like a first one.
route(
  'POST /v1/users/:userId/kyc/renewal',
  ({ business, params, body }) => {
    const user = find('users', params.userId, business);
    const { idDetails = {} } = check(body, { idDetails: submission.idDetails });
    checkFiles(business, { idDetails });
    return submit(user, { idDetails });
  },
  { user: ownUser },
);
route('POST /v1/sandbox/users/:userId/kyc/review', ({ business, params, body }) => {
  const user = find('users', params.userId, business);
  const { action, type } = check(body, {
    'action!': oneOf('approve', 'reject'),
    'type!': oneOf('identity', 'address'),
  });
  decide(user, type, action === 'approve' ? 'approved' : 'rejected');
});

// --- control: any decision, without a key ---
route('POST /control/users/:userId/kyc', ({ params, body }) => {
  const user = find('users', params.userId);
  const { type, status } = check(body, {
    'type!': oneOf('identity', 'address'),
    'status!': oneOf('processing', 'approved', 'rejected'),
  });
  decide(user, type, status);
  return view(user);
});

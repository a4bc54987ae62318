import { randomUUID } from 'node:crypto';
import type { Handlers } from '../http/exchange.ts';
import { recordOf, shownKyc } from '../resources/kyc/verification.ts';
import { readBusiness } from '../service/core.ts';
import type { Service } from '../service/service.ts';
import { invalidBody, notFound } from '../state/refusal.ts';

export function kycRoutes(service: Service) {
  const rules = service.rules.kyc;
  return {
    async submitKyc({ businessId, path: { userId }, body: input }) {
      const state = await service.change(businessId, rules.submit, { userId, input });
      return { status: 201, body: shownKyc(recordOf(state, userId)) };
    },

    async resubmitKyc({ businessId, path: { userId }, body: input }) {
      const state = await service.change(businessId, rules.resubmit, { userId, input });
      return { status: 200, body: shownKyc(recordOf(state, userId)) };
    },

    async readKyc({ businessId, path: { userId } }) {
      const state = await readBusiness(service, businessId);
      return { status: 200, body: shownKyc(recordOf(state, userId)) };
    },

    async renewKyc({ businessId, path: { userId }, body: input }) {
      const state = await service.change(businessId, rules.renew, { userId, input });
      return { status: 200, body: shownKyc(recordOf(state, userId)) };
    },

    async reviewKyc({ businessId, path: { userId }, body: input }) {
      await service.change(businessId, rules.review, { userId, input });
      return { status: 204 };
    },
  } satisfies Partial<Handlers>;
}

export function fileRoutes(service: Service) {
  return {
    async uploadFile({ businessId, body }) {
      const [file, ...others] = body.getAll('file');
      if (file === undefined) throw invalidBody({ file: 'is missing' });
      if (typeof file === 'string') throw invalidBody({ file: 'must be a file' });
      if (others.length > 0) throw invalidBody({ file: 'must be one file' });
      const { name, type, size } = file;
      const command = { fileId: randomUUID(), name, size, ...(type !== '' && { contentType: type }) };
      const { files } = await service.change(businessId, service.rules.files.upload, command);
      const record = files.find(({ id }) => id === command.fileId);
      if (record === undefined) throw notFound();
      return { status: 201, body: record.file };
    },
  } satisfies Partial<Handlers>;
}

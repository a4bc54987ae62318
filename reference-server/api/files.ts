import { randomUUID } from 'node:crypto';
import type { Handlers } from '../http/exchange.ts';
import type { Service } from '../service/service.ts';
import { invalidBody, notFound } from '../state/refusal.ts';

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

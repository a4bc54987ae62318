/** Persons, users, contracts and their templates. */
import { randomUUID } from 'node:crypto';
import { Router } from 'express';
import { notFound, page, readBody } from './answers.ts';
import { acting } from './authenticate.ts';
import { address, date, email, fields, flag, listOf, money, phone, text, uuid } from './shapes.ts';
import { nowInSeconds } from './store.ts';

const jobShapes = {
  compInfo: fields({ type: text, salary: money, frequency: text }),
  jobInfo: fields({
    startDate: date,
    employeeNumber: text,
    title: text,
    department: text,
    customFields: listOf(fields({ id: uuid, name: text, value: text })),
  }),
};

/** Names that the document leaves open. */
const joinerShapes = {
  given_name: text,
  family_name: text,
  mail: email,
  kind: text,
  contractor_kind: text,
  phone,
  home: address,
};

export function personRoutes(): Router {
  const routes = Router();

  routes.post('/v1/joiners', (request, response) => {
    const body = readBody(request, response, joinerShapes);
    if (body === undefined) return;
    const person = {
      id: randomUUID(),
      firstName: body.given_name,
      lastName: body.family_name,
      email: body.mail,
      type: body.kind,
      contractorType: body.contractor_kind,
      phoneNumber: body.phone,
      address: body.home,
    };
    acting(response).business.persons.push(person);
    response.status(201).json({ joiner: { ref: person.id } });
  });

  routes.get('/v1/persons', (request, response) => {
    const { persons } = acting(response).business;
    const { email: wanted } = request.query;
    page(
      request,
      response,
      persons.filter((person) => wanted === undefined || person.email === wanted),
    );
  });

  routes.get('/v1/persons/:personId', (request, response) => {
    const { persons } = acting(response).business;
    const person = persons.find(({ id }) => id === request.params.personId);
    if (person === undefined) notFound(response);
    else response.json(person);
  });

  routes.put('/v1/persons/:personId/jobInfo', (request, response) => {
    const body = readBody(request, response, jobShapes);
    if (body === undefined) return;
    const { persons } = acting(response).business;
    const person = persons.find(({ id }) => id === request.params.personId);
    if (person === undefined) return notFound(response);
    Object.assign(person, {
      ...(body.compInfo !== undefined && { compInfo: body.compInfo }),
      ...(body.jobInfo !== undefined && { jobInfo: body.jobInfo }),
    });
    response.json({ saved: true });
  });

  routes.get('/v1/users', (request, response) => page(request, response, []));

  routes.get('/v1/contract-templates', (_request, response) => {
    response.json({ data: acting(response).business.templates });
  });

  routes.get('/v1/contracts', (request, response) => {
    const { contracts } = acting(response).business;
    const { personId } = request.query;
    response.json({
      data: contracts.filter((contract) => personId === undefined || contract.personId === personId),
    });
  });

  routes.post('/v1/contracts', (request, response) => {
    const body = readBody(request, response, {
      templateId: uuid,
      personId: uuid,
      sender: fields({ email, name: text }),
      suppressNotification: flag,
    });
    if (body === undefined) return;
    const { business } = acting(response);
    const person = business.persons.find(({ id }) => id === body.personId);
    const template = business.templates.find(({ id }) => id === body.templateId);
    if (person === undefined || template === undefined) return notFound(response);
    const sender = (body.sender ?? {}) as { email?: string; name?: string };
    const signature = (order: number, emailAddress: unknown, name: string) => ({
      id: randomUUID(),
      emailAddress: String(emailAddress ?? 'nobody@example.com'),
      name,
      order,
      status: 'unsigned',
      signedAt: 0,
      lastViewedAt: 0,
    });
    const common = {
      id: randomUUID(),
      name: String(template.name),
      personId: person.id,
      templateId: template.id,
      status: 'awaiting business signature',
      signatures: [
        signature(0, sender.email, sender.name ?? 'Admin'),
        signature(1, person.email, [person.firstName, person.lastName].join(' ').trim()),
      ],
    };
    business.contracts.push({ ...common, createdAt: nowInSeconds(), customContractAttached: false });
    response.status(201).json({ ...common, subject: 'Please sign', title: common.name });
  });

  return routes;
}

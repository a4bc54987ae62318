/** Who may use the control plane, which asks for no key. */
import type { Request, RequestHandler } from 'express';
import { answerOf, send } from '../http/answer.ts';
import { forbidden, type Refusal } from '../refusal.ts';
import { isLoopbackAddress, isLoopbackUrl } from '../webhooks/loopback.ts';

const reading: readonly string[] = ['GET', 'HEAD'];

/** What a browser says of the page that a request comes from; another client says nothing. */
function comesFromElsewhere(request: Request): boolean {
  const site = request.get('sec-fetch-site');
  const origin = request.get('origin');
  if (site !== undefined && site !== 'same-origin') return true;
  return origin !== undefined && origin !== `${request.protocol}://${request.get('host')}`;
}

function refusalOf(request: Request): Refusal | undefined {
  if (!isLoopbackAddress(request.socket.remoteAddress ?? ''))
    return forbidden('The control plane only answers this machine');
  // A page of another site may have let its own name point to this machine: the browser then takes it for its origin.
  if (!isLoopbackUrl(`http://${request.get('host')}`))
    return forbidden('The control plane only answers to a name of this machine, such as localhost');
  if (!reading.includes(request.method) && comesFromElsewhere(request))
    return forbidden('The control plane takes nothing from pages of another origin');
  return undefined;
}

export const guardControlPlane: RequestHandler = (request, response, next) => {
  const refusal = refusalOf(request);
  if (refusal === undefined) next();
  else send(response, answerOf(refusal));
};

/** For forms, which only browsers send: they must say that the form was on a page of this server. */
export const guardForms: RequestHandler = (request, response, next) => {
  const said = request.get('sec-fetch-site') ?? request.get('origin');
  if (said !== undefined) next();
  else send(response, answerOf(forbidden('A form must come from a page of this server')));
};

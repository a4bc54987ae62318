/** The page for people: server-rendered, and forms that go back to where they were. */
import { type Request, type RequestHandler, type Response, Router } from 'express';
import helmet from 'helmet';
import { html } from '../../../markup/html.ts';
import { answerOf } from '../../http/answer.ts';
import { Refusal } from '../../state/refusal.ts';
import { reading } from '../../store/store.ts';
import { guardForms } from '../guard.ts';
import { actions, type PageParts } from './actions.ts';
import { businessPage } from './business-page.ts';
import { readFields } from './fields.ts';
import { framed } from './layout.ts';
import { type Notice, Notices } from './notices.ts';
import { overviewPage } from './overview-page.ts';
import { style } from './style.ts';
import { viewOf } from './view.ts';

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#1f5a91"/>' +
  '<path d="M4 8.5l2.6 2.6L12 5.4" fill="none" stroke="#fff" stroke-width="2"/></svg>';

const defences = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  // Without a referrer a browser would not say where a form comes from.
  referrerPolicy: { policy: 'same-origin' },
  xFrameOptions: { action: 'deny' },
  // The server is on this machine and speaks plain HTTP.
  strictTransportSecurity: false,
});

const neverStored: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'no-store');
  next();
};

function describe({ message, params }: Refusal): string {
  const details = Object.entries(params ?? {}).map(([name, text]) => `${name} ${text}`);
  return details.length === 0 ? `${message}.` : `${message}: ${details.join(', ')}.`;
}

/** Carries out a form and describes the result. Throws only internal errors. */
async function attempt(work: () => Promise<string>): Promise<Notice> {
  try {
    return { kind: 'done', text: await work() };
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', text: describe(error) };
    throw error;
  }
}

export function pageRouter(parts: PageParts): Router {
  const { service, controls } = parts;
  const notices = new Notices();
  const router = Router({ caseSensitive: true });
  const protect = [defences, neverStored];

  const back = (response: Response, path: string, notice: Notice, place?: string) =>
    response.redirect(
      303,
      `${path}?notice=${notices.leave(notice)}${place === undefined ? '' : `#${place}`}`,
    );

  router.get('/_control', (request, response, next) => {
    response.vary('Accept');
    // Tools that accept any type get the JSON of control.yaml.
    next(request.accepts(['json', 'html']) === 'html' ? undefined : 'router');
  });
  router.get('/_control', ...protect, async (request: Request, response: Response) => {
    const businesses = await service.store.transaction(
      (transaction) => transaction.list('businesses', {}),
      reading,
    );
    const address = `http://${request.get('host')}`;
    response.type('html').send(overviewPage(parts, businesses, address, notices.take(request.query.notice)));
  });

  router.get(
    '/_control/businesses/:businessId',
    ...protect,
    async (request: Request<{ businessId: string }>, response: Response) => {
      try {
        const view = await viewOf(parts, request.params.businessId);
        response.type('html').send(businessPage(view, notices.take(request.query.notice)));
      } catch (error) {
        const { status } = answerOf(error);
        if (status !== 404) throw error;
        const content = html`<h1>No such business</h1><p>The server may have been reset. <a href="/_control">All businesses</a></p>`;
        const frame = { title: 'No such business', environment: service.environment, address: '/_control' };
        response.status(404).type('html').send(framed(frame, content));
      }
    },
  );

  router.get('/_control/page/style.css', ...protect, (_request, response) => {
    response.type('css').send(style);
  });
  router.get('/_control/page/icon.svg', ...protect, (_request, response) => {
    response.type('svg').send(icon);
  });

  router.post('/_control/page/reset', guardForms, async (_request, response) => {
    const notice = await attempt(async () => {
      await controls.call('reset', {});
      return 'The server was reset.';
    });
    back(response, '/_control', notice);
  });

  for (const [name, { place, carryOut }] of Object.entries(actions)) {
    const path = `/_control/page/businesses/:businessId/${name}`;
    router.post(path, guardForms, async (request: Request<{ businessId: string }>, response: Response) => {
      const { businessId } = request.params;
      const notice = await attempt(async () => {
        return carryOut(parts, { businessId, fields: await readFields(request, response) });
      });
      back(response, `/_control/businesses/${encodeURIComponent(businessId)}`, notice, place);
    });
  }

  return router;
}

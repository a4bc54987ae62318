/** What `conformance serve --help` says to whoever runs a server for others. docs/operations.md has the whole of it. */

export const runbook = `
Paths beside /v1:
  /_control       page and controls: clocks, tokens, webhook endpoints, simulations, snapshot, reset
  /_metrics       metrics for Prometheus, behind the same guard as the control plane
  /_health/live   200 while the process answers
  /_health/ready  200 while it can serve, 503 while it starts, stops or has lost its store

For others than this machine:
  --host 0.0.0.0 wants CONFORMANCE_CONTROL_KEY (or --no-control). Requests to /_control and /_metrics then carry
  Authorization: Bearer <key>; a browser asks for it as a password, with any name. TLS is for what stands in front.
  --deliver-to says where webhooks may go: hosts, addresses, networks, or public. A name must be listed, and lead to a
  public address or into a network that is listed too. Private addresses are never reached otherwise.
  --rate-limit gives each key so many requests a minute (RateLimit, RateLimit-Policy, 429 with Retry-After).
  --limit name=n changes how much a tenant can make the server keep; beyond it: 409 limit_reached.
  --keep-businesses <days> removes businesses, with all that is theirs, that had no request and no event for so long.

Logs and traces:
  Text goes to standard error. --log-format json writes one object a line to standard output and nothing else there, no
  key either: fix the keys by the variables above. Answers carry X-Request-Id, which is in the log.
  OTEL_EXPORTER_OTLP_ENDPOINT (or another of the standard OTEL_* variables) turns on traces over OTLP/HTTP.

Signals:
  SIGTERM, SIGINT  take no new requests, end those under way (2 s) and deliveries under way (10 s), exit 0
  a second one     exit 130 at once

When something is wrong:
  429              more requests than --rate-limit, or too many wrong keys from one address: Retry-After says when to come back
  409              limit_reached: delete what is not needed, reset, raise it with --limit, or set --keep-businesses
  500              look for the X-Request-Id of the answer in the log
  no deliveries    conformance_outbox_overdue_seconds grows: the receiver is down, or --deliver-to does not name it`;

/** The part of `conformance serve --help` for operators. docs/operations.md has the details. */

export const runbook = `
Paths besides /v1:
  /_control       page and controls: clocks, tokens, webhook endpoints, simulations, snapshot, reset
  /_metrics       Prometheus metrics, protected like the control plane
  /_health/live   200 while the process responds
  /_health/ready  200 while it can serve requests; 503 while it starts or stops, or when the state cannot be written

Serving other machines:
  --host 0.0.0.0 requires CONFORMANCE_CONTROL_KEY or --no-control. Requests to /_control and /_metrics then need the header
  Authorization: Bearer <key>; a browser asks for the key as a password, with any user name. Use a reverse proxy for TLS.
  --deliver-to lists where webhooks may go: hosts, addresses, networks, or public. The server resolves
  the name of a listed host, and sends only to public addresses and to listed networks.
  --rate-limit limits the requests of each key per minute (headers RateLimit and RateLimit-Policy; 429 with Retry-After).
  --limit name=n changes how many records of one kind a tenant can create; beyond the limit the server returns 409 limit_reached.
  --keep-businesses <days> removes each created business, with its data, after this time without a request or an event.

Logs and traces:
  Text logs go to standard error. --log-format json writes one object per line to standard output and prints nothing else
  there, not even the keys: set the keys with the variables above. Responses carry X-Request-Id, which is also in the log.
  OTEL_EXPORTER_OTLP_ENDPOINT (or another standard OTEL_* variable) turns on traces over OTLP/HTTP.

Signals:
  SIGTERM, SIGINT  keep serving for --drain-seconds and report not ready; then accept no new requests, wait up to 2 s for open
                   requests and 10 s for deliveries, and exit 0
  a second signal  exit 130 at once

Troubleshooting:
  429              more requests than --rate-limit, or too many wrong keys from one address: wait as long as Retry-After says
  409              limit_reached: delete records, reset, raise the limit with --limit, or set --keep-businesses
  500              search the log for the X-Request-Id of the response
  no deliveries    the metric conformance_outbox_overdue_seconds grows if the receiver is down or --deliver-to does not list it`;

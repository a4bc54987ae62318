"""Controls for tests that belong to no single resource: the clock, webhook endpoints, the businesses of the start."""
import secrets
from urllib.parse import urlsplit

import core
from core import DB, SETTINGS, add, flag, identifier, invalid, public, stamp, today, whole
from routing import find_anywhere, route

@route("GET", "/control/state")
def state(_):
    def shown(business): return {"businessId": business["id"], "tenantKey": business["tenantKey"]}
    return {"platformBusiness": shown(DB["business"][SETTINGS["primary"]]), "orgBusiness": shown(DB["business"][SETTINGS["standalone"]]),
            "now": stamp(), "today": today().isoformat()}

@route("POST", "/control/clock/advance", body={"seconds!": whole(0, 20 * 366 * 86400)})
def advance_clock(request):
    core.advance(request.body["seconds"])
    return {"now": stamp(), "today": today().isoformat()}

def web_address(value):
    parts = urlsplit(value) if isinstance(value, str) else None
    if not parts or parts.scheme != "http" or parts.hostname not in ("127.0.0.1", "localhost"): raise ValueError("must be an http URL on 127.0.0.1")
    return value

@route("POST", "/control/webhooks", status=201, body={"url!": web_address, "businessId": identifier, "platform": flag})
def register_endpoint(request):
    """For one business (businessId) or for all businesses of the platform (platform: true)."""
    platform = request.body.get("platform", False)
    if platform == ("businessId" in request.body): raise invalid({"businessId": "give either businessId or platform: true"})
    business = find_anywhere("business", SETTINGS["primary"] if platform else request.body["businessId"], "business")
    endpoint = add("endpoints", business, url=request.body["url"], platform=platform, _secret="whsec_" + secrets.token_hex(24))
    return {**public(endpoint), "secret": endpoint["_secret"]}

@route("DELETE", "/control/webhooks/{endpointId}")
def remove_endpoint(request): del DB["endpoints"][request.item("endpoints", "webhook endpoint")["id"]]

@route("POST", "/control/webhooks/{endpointId}/rotate-secret")
def rotate_secret(request):
    """The old secret stops at once; a retry is signed with the new one."""
    endpoint = request.item("endpoints", "webhook endpoint")
    endpoint["_secret"] = "whsec_" + secrets.token_hex(24)
    return {**public(endpoint), "secret": endpoint["_secret"]}

@route("GET", "/control/webhooks/{endpointId}/messages")
def list_messages(request):
    endpoint = request.item("endpoints", "webhook endpoint")
    return {"data": [{key: message[key] for key in ("id", "eventType", "state", "attempts")}
                     for message in DB["messages"].values() if message["endpoint"] == endpoint["id"]]}

route("POST", "/control/webhooks/wait", body={"timeoutSeconds": whole(1, 60)})(
    lambda request: {"idle": core.wait_until_delivered(request.body.get("timeoutSeconds", 10))})

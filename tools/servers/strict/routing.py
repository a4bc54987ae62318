"""The route table, the request as handlers see it, and both shapes of lists."""
import base64, hashlib, json, re

from core import DB, find, forbidden, invalid, missing, one_of, public

ROUTES = []      # (method, pattern, handler, options)
RAW = object()   # body specification: any JSON object, the handler checks it itself

def route(method, path, who="business", body=None, query=None, status=200):
    """who: business (org or platform token), platform, any (user tokens too) or control."""
    pattern = re.compile(re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", path))

    def register(handler):
        role = "control" if path.startswith("/control/") else who
        ROUTES.append((method, pattern, handler, {"who": role, "body": body, "query": query or {}, "status": status}))
        return handler
    return register

class Reply:
    def __init__(self, status, content=None, content_type="application/json", headers=None):
        self.status, self.content, self.content_type, self.headers = status, content, content_type, headers or {}

    def encoded(self):
        if self.status == 204: return b""
        return self.content if isinstance(self.content, bytes) else json.dumps(self.content).encode()

class Request:
    kind = business = user = None
    at, query, body = {}, {}, {}

    def user_at(self, key="userId"):
        """The user of the path; a user token sees only itself."""
        if self.user and self.at[key].lower() != self.user["id"]: raise forbidden()
        return find("users", self.at[key], self.business, "user")

    def item(self, kind, what):
        """The item of this kind that the (first) id of the path names; controls look without regard to the business."""
        item_id = next(iter(self.at.values())).lower()
        found = DB[kind].get(item_id)
        if not found or self.business and found["_business"] != self.business["id"]: raise missing(what)
        return found

    def person_at(self, key="personId"): return self.own_person(self.at[key])

    def own_person(self, person_id):
        if self.user and person_id.lower() != self.user["personId"]: raise forbidden()
        return find("persons", person_id, self.business, "person")

# ---------------------------------------------------------------- query parameters (all arrive as text)
def number(low, high):
    def check(value):
        if not re.fullmatch(r"[0-9]{1,9}", value) or not low <= int(value) <= high: raise ValueError(f"must be an integer from {low} to {high}")
        return int(value)
    return check

def toggle(value): return one_of("true", "false")(value) == "true"

PAGE = {"page": number(1, 999999999), "limit": number(1, 100)}
CURSOR = {"cursor": str, "limit": number(1, 100)}

def page_of(items, query, show=public):
    limit, page = query.get("limit", 20), query.get("page", 1)
    skipped = (page - 1) * limit
    return {"data": [show(item) for item in items[skipped:skipped + limit]],
            "meta": {"limit": limit, "currentPage": page, "skipped": skipped, "pages": -(-len(items) // limit), "itemCount": len(items)}}

def cursor_page(items, query, show=public):
    """Items are ordered by their _order; a cursor names a side of one place and is valid for the same filters only."""
    limit, down = query.get("limit", 20), query.get("sort", "desc") == "desc"
    filters = {key: value for key, value in query.items() if key not in ("cursor", "limit")}
    mark = hashlib.sha256(json.dumps(filters, sort_keys=True).encode()).hexdigest()[:12]
    items = sorted(items, key=lambda item: item["_order"], reverse=down)

    def cursor(side, item): return base64.urlsafe_b64encode(json.dumps([side, item["_order"], mark]).encode()).decode()
    first, last = 0, limit
    if "cursor" in query:
        try:
            side, place, of_filters = json.loads(base64.urlsafe_b64decode(query["cursor"].encode()))
            if side not in ("next", "previous") or not isinstance(place, int) or of_filters != mark: raise ValueError
        except (ValueError, TypeError): raise invalid(message="the query parameter cursor is not valid, or belongs to other filters") from None
        before = sum(item["_order"] > place if down else item["_order"] < place for item in items)
        here = sum(item["_order"] == place for item in items)
        first, last = (before + here, before + here + limit) if side == "next" else (max(before - limit, 0), before)
    shown = items[first:last]
    return {"data": [show(item) for item in shown], "node": {"previous": cursor("previous", shown[0]) if shown and first > 0 else None,
                     "next": cursor("next", shown[-1]) if shown and last < len(items) else None}}

def find_anywhere(kind, item_id, what):
    """For controls: without regard to the business."""
    if item_id.lower() not in DB[kind]: raise missing(what)
    return DB[kind][item_id.lower()]

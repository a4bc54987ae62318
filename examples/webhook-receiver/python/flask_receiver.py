"""A receiver of webhooks in Flask, as it should be or with a mistake: `python3 flask_receiver.py 3000 get-json`.

The secret is WEBHOOK_SECRET; without a name of a mistake there is none. The probe is at /effects.
"""

import json
import logging
import os
import sys

from flask import Flask, request
from werkzeug.serving import make_server

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../languages"))
from verify import verify  # noqa: E402

secret = os.environ["WEBHOOK_SECRET"]
mistake = sys.argv[2] if len(sys.argv) > 2 else None
effects = {}
app = Flask(__name__)
logging.getLogger("werkzeug").setLevel(logging.ERROR)


@app.post("/hooks")
def hooks():
    # The commonest mistake: what was parsed and is written again has other bytes.
    body = json.dumps(request.get_json()).encode() if mistake == "get-json" else request.get_data()
    if not verify(body, request.headers, [secret]):
        return "", 401
    event = request.get_json(force=True)
    effects[event["id"]] = 1
    return "", 204


@app.get("/effects")
def count():
    return {"count": effects.get(request.args.get("id"), 0)}


if __name__ == "__main__":
    server = make_server("127.0.0.1", int(sys.argv[1]), app, threaded=True)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()

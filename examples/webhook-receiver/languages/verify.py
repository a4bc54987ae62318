"""Verifies deliveries with the standard library. `main` is for the test vectors: one delivery in a line."""

import base64
import hashlib
import hmac
import re
import time


def verify(body, headers, secrets, now=None):
    """Returns whether the delivery is authentic. The body must be the received bytes: request.get_data() in Flask, request.body in Django."""
    message_id = headers.get("hook-id", "")
    timestamp = headers.get("hook-timestamp", "")
    if not message_id or not re.fullmatch(r"[0-9]{1,12}", timestamp):
        return False
    if abs(int(now or time.time()) - int(timestamp)) > 300:
        return False
    signed = f"{message_id}.{timestamp}.".encode() + body
    signatures = headers.get("hook-signature", "").split(" ")
    for secret in secrets:
        key = base64.b64decode(secret.removeprefix("whsec_"))
        digest = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
        expected = b"v1," + digest
        if any(hmac.compare_digest(expected, each.encode()) for each in signatures):
            return True
    return False


def main():
    import sys

    for line in sys.stdin:
        now, message_id, timestamp, signature, secrets, body = line.rstrip("\n").split("\t")
        headers = {"hook-id": message_id, "hook-timestamp": timestamp, "hook-signature": signature}
        believed = verify(base64.b64decode(body), headers, secrets.split(" "), int(now))
        print("accept" if believed else "refuse")


if __name__ == "__main__":
    main()

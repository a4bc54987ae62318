"""Verifies the signature of a delivery."""

import base64
import hashlib
import hmac


def verify(secret: str, delivery: dict[str, str]) -> None:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{delivery['id']}.{delivery['timestamp']}.{delivery['body']}".encode()
    digest = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    signatures = [part.removeprefix("v1,") for part in delivery["signature"].split(" ")]
    assert any(hmac.compare_digest(digest, each) for each in signatures), "wrong signature"

"""Checks signatures of requests to S3, written from their definition and without the code that makes them."""

import hashlib
import hmac
import re
from urllib.parse import unquote


def problem(method: str, target: str, headers: dict[str, str], body: bytes, keys: dict[str, str]) -> str | None:
    """Returns the name of S3's error, or None where the signature is right. The names of headers are in lower case."""
    match = re.fullmatch(
        r"AWS4-HMAC-SHA256 Credential=([^/]+)/(\d{8})/([^/]+)/s3/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})",
        headers.get("authorization", ""),
    )
    if not match:
        return "AccessDenied"
    identifier, day, region, names, signature = match.groups()
    if identifier not in keys:
        return "InvalidAccessKeyId"
    payload = headers.get("x-amz-content-sha256", "")
    if hashlib.sha256(body).hexdigest() != payload:
        return "XAmzContentSHA256Mismatch"
    signed = names.split(";")
    if "host" not in signed or any(name.startswith("x-amz-") and name not in signed for name in headers):
        return "AccessDenied"
    path, _, query = target.partition("?")
    pairs = sorted(tuple(pair.partition("=")[::2]) for pair in query.split("&")) if query else []
    if any(unquote(name) == name and re.search(r"[^A-Za-z0-9\-._~]", name.replace("%", "")) for name, _ in pairs):
        return "SignatureDoesNotMatch"
    canonical = "\n".join([
        method, path, "&".join(f"{name}={value}" for name, value in pairs),
        *(f"{name}:{' '.join(headers[name].split())}" for name in signed), "", names, payload,
    ])
    scope = f"{day}/{region}/s3/aws4_request"
    text = "\n".join(["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, hashlib.sha256(canonical.encode()).hexdigest()])
    key = ("AWS4" + keys[identifier]).encode()
    for part in (day, region, "s3", "aws4_request", text):
        key = hmac.new(key, part.encode(), hashlib.sha256).digest()
    return None if hmac.compare_digest(key.hex(), signature) else "SignatureDoesNotMatch"

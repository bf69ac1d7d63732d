"""Writes requests with the signatures that botocore makes of them, one JSON object a line.

botocore_signatures.py NUMBER SEED >FILE
"""

import datetime
import json
import random
import sys
from urllib.parse import quote

import botocore.auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

LETTERS = "abcXYZ019-._~ +%&=?#/:;,@!$'()*[]{}|\\^`\"<>äßé日本語🙂é\u0301"


def text(chance: random.Random, longest: int, letters: str = LETTERS) -> str:
    return "".join(chance.choice(letters) for _ in range(chance.randint(1, longest)))


def request(chance: random.Random) -> dict:
    host = chance.choice(["s3.example.org", "bucket.s3.eu-west-1.amazonaws.com", "127.0.0.1:8080", "[::1]:9000"])
    name = text(chance, 40).strip("/").replace("//", "/") or "a"
    path = "/" + quote("/".join(part for part in name.split("/") if part not in (".", "..")), safe="-_.~/")
    query = [[text(chance, 8), text(chance, 12)] for _ in range(chance.choice([0, 0, 1, 2, 4]))]
    query = list({item[0]: item for item in query}.values())
    headers = [["host", host]]
    if chance.random() < 0.5:
        headers.append(["range", f"bytes={chance.randint(0, 9)}-{chance.randint(10, 10**12)}"])
    if chance.random() < 0.3:
        headers.append(["Content-Type", chance.choice(["application/xml", "text/plain;  charset=utf-8", " image/jpeg "])])
    if chance.random() < 0.3:
        headers.append(["x-amz-meta-" + text(chance, 6, "abcdef"), text(chance, 20, "ab  c\t,;=\"é")])
    token = text(chance, 60, "abcXYZ019+/=") if chance.random() < 0.4 else None
    return {
        "method": chance.choice(["GET", "PUT", "HEAD", "DELETE", "POST"]),
        "path": path, "query": query, "headers": headers, "token": token,
        "identifier": text(chance, 20, "ABCXYZ0123"), "secret": text(chance, 40, "abcXYZ019+/"),
        "region": chance.choice(["us-east-1", "eu-central-1", "cn-north-1", "garage"]),
        "time": chance.randint(0, 4102444799), "body": text(chance, 30) if chance.random() < 0.5 else "",
    }


def signed(item: dict) -> dict:
    host = item["headers"][0][1]
    # botocore sorts the pairs of an address and encodes none of them again.
    query = "&".join(f"{quote(n, safe='-_.~')}={quote(v, safe='-_.~')}" for n, v in item["query"])
    address = f"http://{host}{item['path']}" + (f"?{query}" if query else "")
    sent = AWSRequest(item["method"], address, data=item["body"].encode())
    for name, value in item["headers"]:
        sent.headers[name] = value
    credentials = Credentials(item["identifier"], item["secret"], item["token"])
    moment = datetime.datetime.fromtimestamp(item["time"], datetime.timezone.utc)
    botocore.auth.get_current_datetime = lambda: moment
    botocore.auth.S3SigV4Auth(credentials, "s3", item["region"]).add_auth(sent)
    item["authorization"] = sent.headers["Authorization"]
    item["payload"] = sent.headers["X-Amz-Content-SHA256"]
    del item["body"]
    return item


if __name__ == "__main__":
    chance = random.Random(int(sys.argv[2]))
    for _ in range(int(sys.argv[1])):
        print(json.dumps(signed(request(chance)), ensure_ascii=False))

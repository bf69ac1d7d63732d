"""Finishes the folder of an OCI image, and packs the folder: archive.py LAYOUT ARCHIVE NAME EPOCH.

umoci writes neither the health check, which is no part of OCI's own format, nor names and the list that engines read which
load an archive (Docker before version 25 knows that list alone). The archive's bytes depend on the folder's contents, the name
and the date alone.
"""

import hashlib
import json
import sys
import tarfile
from pathlib import Path

SECOND = 1_000_000_000
HEALTH = {
    "Test": ["CMD", "/usr/bin/photokit", "serve", "--ask-health"],
    "Interval": 30 * SECOND,
    "Timeout": 10 * SECOND,
    # The first start of a new version may migrate the library.
    "StartPeriod": 60 * SECOND,
    "Retries": 3,
}


def blob(layout, digest):
    return layout / "blobs" / Path(*digest.split(":"))


def replace(layout, descriptor, document):
    """Writes a document in the place of the one that a descriptor names, and describes it."""
    old = blob(layout, descriptor["digest"])
    data = json.dumps(document, sort_keys=True, separators=(",", ":")).encode()
    digest = "sha256:" + hashlib.sha256(data).hexdigest()
    old.unlink()
    blob(layout, digest).write_bytes(data)
    descriptor.update(digest=digest, size=len(data))


def finish(layout, name):
    index = json.loads((layout / "index.json").read_text())
    (image,) = index["manifests"]
    manifest = json.loads(blob(layout, image["digest"]).read_text())
    config = json.loads(blob(layout, manifest["config"]["digest"]).read_text())
    config["config"]["Healthcheck"] = HEALTH
    replace(layout, manifest["config"], config)
    replace(layout, image, manifest)
    image["annotations"]["io.containerd.image.name"] = name
    (layout / "index.json").write_text(json.dumps(index, sort_keys=True))

    def path(descriptor):
        return str(blob(Path(), descriptor["digest"]))

    images = [{"Config": path(manifest["config"]), "RepoTags": [name], "Layers": [path(layer) for layer in manifest["layers"]]}]
    (layout / "manifest.json").write_text(json.dumps(images))


def pack(layout, archive, epoch):
    def plain(member):
        member.uid = member.gid = 0
        member.uname = member.gname = ""
        member.mtime = epoch
        member.mode = 0o755 if member.isdir() else 0o644
        return member

    with tarfile.open(archive, "w", format=tarfile.GNU_FORMAT) as file:
        for path in sorted(layout.rglob("*")):
            file.add(path, str(path.relative_to(layout)), recursive=False, filter=plain)


if __name__ == "__main__":
    layout = Path(sys.argv[1])
    finish(layout, sys.argv[3])
    pack(layout, Path(sys.argv[2]), int(sys.argv[4]))

"""Prints which test targets depend on changed files, by the manifests' own graph: dependents.py COMMIT.

For each package of the repository a line: its folder, its name, and its test targets that depend on a changed file. Then lines
that begin with # and name what the tests of packages do not cover.
"""

import json
import os
import subprocess
import sys

PACKAGES = [".", "Examples", "Server", "RemoteTransfer"]
# Other steps of Scripts/test --all, and what they depend on.
OTHERS = {
    "the page in browsers (Scripts/test-page --browser)": ("Page/", "Server/"),
    "the remotes' program with servers (Scripts/test-transfer)": ("RemoteTransfer/", "Sources/PhotosRemotes/", "Scripts/test-transfer"),
    "the fuzz targets (Scripts/fuzz)": ("Tools/Fuzz/", "Sources/PhotosMedia/", "Sources/PhotosStore/", "Sources/PhotosSearch/", "Tests/PhotosTestSupport/", "Tests/MediaSynthesis/"),
    "the API pages (Scripts/documentation)": ("Sources/", "Snippets/"),
    "the stress tests (Scripts/stress)": ("Sources/", "Tests/"),
}


def output(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} failed: {done.stderr}")
    return done.stdout


def changed_files(commit):
    known = output("git", "diff", "--name-only", "--no-renames", commit, "--").splitlines()
    new = output("git", "ls-files", "--others", "--exclude-standard").splitlines()
    return sorted(set(known + new))


def targets(package):
    """The targets of a package: name, folder in the repository, and names of what they depend on."""
    manifest = json.loads(output("swift", "package", "--package-path", package, "dump-package"))
    products = {product["name"]: product["targets"] for product in manifest["products"]}
    found = {}
    for target in manifest["targets"]:
        parent = "Tests" if target["type"] == "test" else "Sources"
        folder = os.path.normpath(os.path.join(package, target.get("path") or f"{parent}/{target['name']}"))
        needs = [next(iter(dependency.values()))[0] for dependency in target["dependencies"]]
        found[target["name"]] = {"folder": folder + "/", "needs": needs, "type": target["type"]}
    return manifest["name"], products, found


def main(commit):
    changed = changed_files(commit)
    everything, products, packages = {}, {}, []
    for package in PACKAGES:
        name, made, found = targets(package)
        packages.append((package, name, found))
        products.update(made)
        everything.update(found)
    manifests = {os.path.normpath(os.path.join(package, "Package.swift")): found for package, _, found in packages}
    touched, explained = set(), set()
    for name, target in everything.items():
        inside = [file for file in changed if file.startswith(target["folder"])]
        explained.update(inside)
        if inside:
            touched.add(name)
    for manifest, found in manifests.items():
        if manifest in changed:
            touched.update(found)
            explained.add(manifest)
    # These tests read the repository's files themselves.
    if any(file.endswith((".swift", ".md")) for file in changed):
        touched.update({"LayerTests", "DocumentationTests"} & everything.keys())
        explained.update(file for file in changed if file.endswith(".md"))
    while True:
        more = {name for name, target in everything.items() if name not in touched and any(
            need in touched or touched.intersection(products.get(need, ())) for need in target["needs"])}
        if not more:
            break
        touched |= more
    for package, name, found in packages:
        tests = sorted(target for target in touched & found.keys() if found[target]["type"] == "test")
        print("\t".join([package, name, " ".join(tests)]))
    for step, folders in OTHERS.items():
        if any(file.startswith(folders) for file in changed):
            print(f"# left out: {step}")
    for file in changed:
        if file not in explained:
            print(f"# in no target: {file}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])

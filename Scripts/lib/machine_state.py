"""Compares the machine before and after a run of tests: machine_state.py save FILE | compare FILE.

It compares device nodes, mount points, listening ports, the names in temporary folders and in the home, and the photo
libraries' state in the home. The run marks its processes with the variable PHOTOKIT_TEST_RUN and keeps its temporary files
in TMPDIR; what is left of both is told too. The exit code is 1 where a process of the run still runs, a device node is
another, or a photo library's state in the home changed. Other differences are printed: another program may have made them, and a test that ends by a trap leaves its folder.
"""

import json
import os
import stat
import sys
import time

HOME = os.path.expanduser("~")
# The state that the commands of this package keep outside libraries.
STATE = [os.path.join(HOME, path) for path in (".config/photokit", ".local/share/photokit", ".local/state/photokit", ".cache/photokit")]
MOST_LINES = 40
# Tools that tests start keep caches there.
LISTED = ["/tmp", "/var/tmp", "/dev/shm", HOME, f"{HOME}/.config", f"{HOME}/.local/share", f"{HOME}/.local/state"]


def kind(path):
    facts = os.lstat(path)
    device = f" {os.major(facts.st_rdev)}:{os.minor(facts.st_rdev)}" if facts.st_rdev else ""
    return stat.filemode(facts.st_mode)[0] + device


def devices():
    found = {}
    for folder, folders, files in os.walk("/dev"):
        folders[:] = [name for name in folders if os.path.join(folder, name) not in ("/dev/shm", "/dev/pts", "/dev/fd", "/dev/mqueue")]
        for name in files:
            path = os.path.join(folder, name)
            try:
                found[path] = kind(path)
            except OSError:
                continue
    return found


def mounts():
    with open("/proc/self/mountinfo") as file:
        return {line.split()[4]: line.split()[8 if line.split()[6] == "-" else 7] for line in file}


def ports():
    found = {}
    for name in ("tcp", "tcp6"):
        try:
            with open(f"/proc/net/{name}") as file:
                lines = [line.split() for line in list(file)[1:]]
        except OSError:
            continue
        found.update({f"{name} {int(words[1].rsplit(':', 1)[1], 16)}": "listening" for words in lines if words[3] == "0A"})
    return found


def names():
    found = {}
    for folder in LISTED:
        try:
            found.update({os.path.join(folder, name): "" for name in os.listdir(folder)})
        except OSError:
            continue
    return found


def state_files():
    found = {}
    for root in STATE:
        for folder, _, files in os.walk(root):
            for name in files:
                facts = os.lstat(os.path.join(folder, name))
                found[os.path.join(folder, name)] = f"{facts.st_size} bytes, changed at {facts.st_mtime_ns}"
    return found


def marked_processes():
    """The processes of this run that still run, without this one and those that started it."""
    own, process = set(), os.getpid()
    while process > 1:
        own.add(process)
        with open(f"/proc/{process}/stat") as file:
            process = int(file.read().rsplit(")", 1)[1].split()[1])
    mark = f"PHOTOKIT_TEST_RUN={os.environ['PHOTOKIT_TEST_RUN']}".encode()
    found = {}
    for name in os.listdir("/proc"):
        if not name.isdigit() or int(name) in own:
            continue
        try:
            with open(f"/proc/{name}/environ", "rb") as file:
                if mark not in file.read().split(b"\0"):
                    continue
            with open(f"/proc/{name}/cmdline", "rb") as file:
                found[f"process {name}"] = file.read().replace(b"\0", b" ").decode(errors="replace")[:200]
        except OSError:
            continue
    return found


def saved():
    return {"device": devices(), "mount": mounts(), "port": ports(), "name": names(), "state": state_files(),
            "space": os.statvfs("/tmp").f_bavail * os.statvfs("/tmp").f_frsize}


def differences(before, after):
    return [f"{path}: was {before.get(path, 'not there')!r}, is {after.get(path, 'not there')!r}"
            for path in sorted(before.keys() | after.keys()) if before.get(path) != after.get(path)]


def compare(before):
    after = saved()
    temporary = os.environ["TMPDIR"]
    # An ended process is gone when its parent has asked for its state, which may be a moment later.
    for _ in range(100):
        left = marked_processes()
        if not left:
            break
        time.sleep(0.1)
    faults = [f"{process} still runs: {command}" for process, command in left.items()]
    faults += differences(before["device"], after["device"])
    # The compiler and the package manager leave theirs in each run.
    others = [f"{temporary}/{name} was left" for name in sorted(os.listdir(temporary))
              if not name.startswith("TemporaryDirectory.") and not name.endswith(".lock")]
    faults += differences(before["state"], after["state"])
    before["name"].pop(temporary, None)
    after["name"].pop(temporary, None)
    for part in ("mount", "port", "name"):
        others += differences(before[part], after[part])
    for line in others[:MOST_LINES]:
        print(f"Changed meanwhile: {line}")
    if len(others) > MOST_LINES:
        print(f"Changed meanwhile: {len(others) - MOST_LINES} more")
    for line in faults:
        print(f"error: The run left a change: {line}")
    print(f"Free space: {(after['space'] - before['space']) / 1e9:+.1f} GB")
    return 1 if faults else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["save"] and len(sys.argv) == 3:
        with open(sys.argv[2], "w") as file:
            json.dump(saved(), file)
    elif sys.argv[1:2] == ["compare"] and len(sys.argv) == 3:
        with open(sys.argv[2]) as file:
            sys.exit(compare(json.load(file)))
    else:
        sys.exit(__doc__)

"""Runs a command under bad luck: disturb.py SEED LOOPS STOPS COMMAND [ARGUMENT ...].

LOOPS programs that do nothing but compute run beside it. Where STOPS is "stops", one process after another of those that the
command started is stopped for 20 to 200 ms (SIGSTOP). The exit code is the command's.
"""

import os
import random
import signal
import subprocess
import sys
import threading


def descendants(root):
    """The process and all that it started, directly or not."""
    children = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat") as file:
                    children.setdefault(int(file.read().rsplit(")", 1)[1].split()[1]), []).append(int(name))
            except OSError:
                continue
    found, waiting = [], [root]
    while waiting:
        process = waiting.pop()
        found.append(process)
        waiting += children.get(process, [])
    return found


def state(process):
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0]
    except OSError:
        return "gone"


def stop_some(root, chance, ended):
    while not ended.wait(chance.uniform(0.05, 0.5)):
        process = chance.choice(descendants(root))
        # Some tests stop processes themselves, and must find them so.
        if state(process) in "TtZgone":
            continue
        try:
            os.kill(process, signal.SIGSTOP)
            ended.wait(chance.uniform(0.02, 0.2))
            os.kill(process, signal.SIGCONT)
        except ProcessLookupError:
            continue


def main(seed, loops, stops, command):
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(loops)]
    ended = threading.Event()
    try:
        process = subprocess.Popen(command)
        if stops:
            threading.Thread(target=stop_some, args=(process.pid, random.Random(seed), ended)).start()
        return process.wait()
    finally:
        ended.set()
        for loop in busy:
            loop.kill()
            loop.wait()


if __name__ == "__main__":
    if len(sys.argv) < 5 or sys.argv[3] not in ("stops", "no-stops"):
        sys.exit(__doc__)
    code = main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3] == "stops", sys.argv[4:])
    sys.exit(code if code >= 0 else 128 - code)

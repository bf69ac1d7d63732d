"""Event streams: a thousand of one owner, and those of limited clients."""

import select
import socket
import threading
import time

from figures import median


class Streams:
    """Open event streams over raw sockets. A thread notes when each of them gets an event of the list."""

    def __init__(self, server, cookies):
        version = server.get("/api/views/all")["version"]
        self.arrivals = {}
        self.poll = select.epoll()
        self.sockets = {}
        self.is_open = True
        for number, cookie in enumerate(cookies):
            connection = socket.create_connection((server.host, server.port))
            since = f"&since={version}" if cookie == server.cookie else ""
            connection.sendall(
                f"GET /api/events?view=all{since} HTTP/1.1\r\nHost: {server.host}:{server.port}\r\nCookie: {cookie}\r\n\r\n".encode())
            self.sockets[connection.fileno()] = (number, connection)
        for descriptor, (_, connection) in self.sockets.items():
            answer = connection.recv(4096)
            if b" 200 " not in answer.split(b"\r\n", 1)[0]:
                raise SystemExit(f"A stream was refused: {answer[:300]}")
            connection.setblocking(False)
            self.poll.register(descriptor, select.EPOLLIN)
        time.sleep(1)
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def read(self):
        while self.is_open:
            for descriptor, _ in self.poll.poll(0.2):
                number, connection = self.sockets[descriptor]
                data = connection.recv(65536)
                now = time.time() * 1000
                if b"event: view" in data:
                    self.arrivals.setdefault(number, now)

    def deliver(self, committer, numbers, patience=5):
        """Commits once; returns the milliseconds from the end of the commit until each stream of `numbers` had the event."""
        self.arrivals.clear()
        _, ended = committer.commit("favorite", 0)
        until = time.time() + patience
        while time.time() < until and any(number not in self.arrivals for number in numbers):
            time.sleep(0.005)
        missing = [number for number in numbers if number not in self.arrivals]
        if missing:
            raise SystemExit(f"{len(missing)} of {len(numbers)} streams heard nothing of a commit.")
        return [self.arrivals[number] - ended for number in numbers]

    def close(self):
        self.is_open = False
        self.thread.join()
        for _, connection in self.sockets.values():
            connection.close()


def thousand(server, committer, count, rounds):
    """The milliseconds until each of many streams had each commit, and the kilobytes that a stream takes."""
    # What the first streams make once is not part of a stream.
    few = Streams(server, [server.cookie] * 8)
    few.deliver(committer, range(8))
    before = server.resident_kilobytes()
    streams = Streams(server, [server.cookie] * count)
    streams.deliver(committer, range(count))
    times = []
    for _ in range(rounds):
        times += streams.deliver(committer, range(count))
        time.sleep(0.15)
    kilobytes = (server.resident_kilobytes() - before) / count
    streams.close()
    few.close()
    return times, kilobytes


def limited(server, committer, count, rounds):
    """What each commit costs the server and the owner's stream, without and with limited clients.

    Each client sees the newest photo, which is changed, and 999 more.
    """
    version = server.get("/api/views/all")["version"]
    ids = [item["id"] for start in (0, 500) for item in server.get(f"/api/views/all/items?version={version}&from={start}&count=500")["items"]]
    results = []
    cookies = [server.cookie]
    for clients in (0, count):
        cookies += [server.link_to(ids) for _ in range(clients)]
        for cookie in cookies:
            server.get("/api/views/all", cookie)
        streams = Streams(server, cookies)
        numbers = range(len(cookies))
        streams.deliver(committer, numbers)
        busy, times, others = server.processor_seconds(), [], []
        for _ in range(rounds):
            found = streams.deliver(committer, numbers)
            times.append(found[0])
            others += found[1:]
            time.sleep(0.1)
        busy = (server.processor_seconds() - busy) * 1000 / rounds
        results.append({"clients": clients, "owner": median(times), "others": median(others) if others else None, "processor": busy})
        streams.close()
    return results

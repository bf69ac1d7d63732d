"""What both benchmarks of transfers use: clocks, rclone, and the tables of Tools/Benchmarks/README.md."""

import os
import subprocess
import time
from pathlib import Path


def settle() -> None:
    os.sync()
    time.sleep(1)


def timed(call) -> float:
    settle()
    start = time.monotonic()
    call()
    return time.monotonic() - start


class Rclone:
    """rclone with the settings of a remote, whose name is `r`."""

    def __init__(self, settings: dict[str, str], place: str):
        # rclone refuses some of the settings of Amazon's programs.
        kept = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
        self.environment = {**kept, **settings, "RCLONE_CONFIG": "/dev/null"}
        self.place = place

    @classmethod
    def of_apache(cls, server) -> "Rclone":
        return cls({
            "RCLONE_CONFIG_R_TYPE": "webdav", "RCLONE_CONFIG_R_URL": f"http://127.0.0.1:{server.plain}/dav", "RCLONE_CONFIG_R_USER": "me",
            "RCLONE_CONFIG_R_PASS": obscured("word"), "RCLONE_CONFIG_R_VENDOR": "other",
        }, "r:")

    def encrypted(self, folder: str) -> "Rclone":
        """The same, with rclone's own encryption of a folder of the remote."""
        settings = {
            "RCLONE_CONFIG_C_TYPE": "crypt", "RCLONE_CONFIG_C_REMOTE": f"{self.place}{folder}",
            "RCLONE_CONFIG_C_PASSWORD": obscured("another word"),
        }
        return Rclone({**self.environment, **settings}, "c:")

    def run(self, *arguments: str) -> None:
        subprocess.run(["rclone", *arguments], check=True, env=self.environment)

    def copy_and_check(self, folder: Path, target: str, *options: str) -> None:
        self.run("copy", str(folder), target)
        self.run("check", "--download", *options, "--log-level", "ERROR", str(folder), target)


def obscured(word: str) -> str:
    return subprocess.run(["rclone", "obscure", word], check=True, capture_output=True, text=True).stdout.strip()


def renew(readme: Path, name: str, lines: list[str]) -> None:
    """Writes a table between its two marks."""
    text = readme.read_text()
    begin, end = f"<!-- {name} table: written by Scripts/benchmark {name} -->\n", f"<!-- end of {name} table -->"
    if begin in text and end in text:
        head, rest = text.split(begin, 1)
        readme.write_text(head + begin + "\n".join(lines) + "\n" + end + rest.split(end, 1)[1])

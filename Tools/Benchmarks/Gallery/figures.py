"""Owns figures: medians, percentiles, and the table that is printed and kept."""

import json
import statistics


def percentile(values, share):
    """The value that `share` of all values do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def median(values):
    return statistics.median(values)


class Table:
    """The figures of a run, each with its target."""

    def __init__(self):
        self.rows = []

    def add(self, what, found, target="", is_met=None, note=""):
        """Adds a figure and prints it at once. `is_met` is None where a figure is only stated."""
        verdict = "" if is_met is None else "met" if is_met else "**not met**"
        self.rows.append([what, found, target or "stated", verdict, note])
        print(f"{what}: {found}  [{target or 'stated'}] {verdict} {note}".rstrip(), flush=True)

    def limit(self, what, values, share, limit, unit="ms", note=""):
        """Adds a percentile of samples with the most that it may be; None only states it."""
        value = percentile(values, share)
        self.add(f"{what}, p{round(share * 100)}", f"{value:.0f} {unit}",
                 "" if limit is None else f"≤ {limit} {unit}", None if limit is None else value <= limit, note)

    def markdown(self):
        lines = ["| what | found | target | | how |", "|---|--:|--:|---|---|"]
        return "\n".join(lines + [f"| {' | '.join(row)} |" for row in self.rows])

    def write(self, path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(self.rows, ensure_ascii=False, indent=1))


def renew(readme, begin, end, text):
    """Replaces what stands between two marks of a file."""
    content = readme.read_text()
    start = content.index(begin) + len(begin)
    readme.write_text(content[:start] + "\n" + text + "\n" + content[content.index(end):])

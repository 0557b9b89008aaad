"""Compares the times of tools on the same inputs: for each evaluation of a program of the suite, the
tools take turns, and the median over the turns of the least time of each is printed, with its ratio
to the first tool's. (The least, because other programs on the machine make runs longer, never
shorter.)

    python3 compare.py TOOL -- TOOL -- .. -- PROGRAM

Tools and programs are commands; all speak the suite's protocol."""

import json
import statistics
import subprocess
import sys

TURNS = 5


class Peer:
    """A program that answers a line with a line."""

    def __init__(self, command):
        pipes = dict(stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.process = subprocess.Popen(command, **pipes)

    def answer(self, line):
        self.process.stdin.write(line)
        self.process.stdin.flush()
        return self.process.stdout.readline()


def commands(arguments):
    command = []
    for argument in [*arguments, "--"]:
        if argument == "--":
            yield command
            command = []
        else:
            command.append(argument)


def least(response):
    """The least of the times of a response in milliseconds, if it has any."""
    times = [t["nanoseconds"] for t in response.get("timings") or [] if t["name"] == "evaluate"]
    return min(times) / 1e6 if response["success"] and times else None


def main(arguments):
    *tools, program = [Peer(command) for command in commands(arguments)]
    for line in program.process.stdout:
        message = json.loads(line)
        replies = [tool.answer(line) for tool in tools]
        if message["kind"] == "evaluate":
            turns = [[least(json.loads(reply)) for reply in replies]]
            for _ in range(TURNS - 1):
                turns.append([least(json.loads(tool.answer(line))) for tool in tools])
            shown(message, list(zip(*turns)))
        program.process.stdin.write(replies[0])
        program.process.stdin.flush()
    for peer in [*tools, program]:
        peer.process.stdin.close()


def shown(message, times):
    name = f"{message['module']} {message.get('description') or ''} {message['function']}"
    columns = []
    first = None
    for turns in times:
        if None in turns:
            columns.append(f"{'refused':>22}")
            continue
        time = statistics.median(turns)
        first = first or time
        columns.append(f"{time:12.4f} ms {time / first:6.2f}")
    print(f"{name:45}" + "".join(columns), flush=True)


main(sys.argv[1:])

"""Connects a program of the suite with a tool, as the suite's own command does: passes the messages
of the one to the other, and its responses back. Prints a line for each evaluation, with the median
of its times and the program's verdict, and fails if one was refused or found wrong."""

import json
import statistics
import subprocess
import sys


def main(arguments):
    split = arguments.index("--")
    tool, program = arguments[:split], arguments[split + 1 :]
    pipes = dict(stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    with subprocess.Popen(tool, **pipes) as tool, subprocess.Popen(program, **pipes) as program:
        bad, seen = converse(program, tool)
        tool.stdin.close()
        program.stdin.close()
    if program.returncode != 0 or tool.returncode != 0:
        sys.exit(f"the program ended with {program.returncode}, the tool with {tool.returncode}")
    if bad or not seen:
        sys.exit(f"{bad} of {seen} evaluations failed")


def converse(program, tool):
    """Passes messages on until there are none left: how many evaluations failed, and all of them."""
    bad = seen = 0
    open_line = None
    for line in program.stdout:
        tool.stdin.write(line)
        tool.stdin.flush()
        reply = tool.stdout.readline()
        message, response = json.loads(line), json.loads(reply)
        kind = message["kind"]
        if kind == "define" and not response["success"]:
            print(f"REFUSED {response.get('error')}")
            bad += 1
        elif kind == "evaluate":
            seen += 1
            open_line = described(message, response)
            if not response["success"]:
                print(f"REFUSED {open_line}: {response.get('error')}")
                bad += 1
        elif kind == "analysis":
            print(("valid   " if message["valid"] else "WRONG   ") + open_line, flush=True)
            if not message["valid"]:
                print(message.get("error"))
                bad += 1
        program.stdin.write(reply)
        program.stdin.flush()
    return bad, seen


def described(message, response):
    """An evaluation, and the median of its times."""
    name = f"{message['module']} {message.get('description') or ''} {message['function']}"
    times = [t["nanoseconds"] for t in response.get("timings") or [] if t["name"] == "evaluate"]
    return f"{name:45}" + (f"{statistics.median(times) / 1e6:12.4f} ms" if times else "")


main(sys.argv[1:])

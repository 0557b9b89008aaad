"""Checks the pictures in a folder in a browser. `tests/browser/run` writes them."""

import pathlib
import sys

from driver import Browser

# Milliseconds from opening a page of 10,000 nodes until it is drawn, in the best of some attempts:
# the first includes the start of the browser's processes.
SOON = 1000
ATTEMPTS = 3

# The shapes of a page that are drawn: path, bounds, and whether they unfold or are unfolded.
SHAPES = """
return [...document.querySelectorAll('#drawing [data-path]')].map(group => {
  const body = [...group.children].filter(child => child.matches('.body')).pop();
  const { left, top, right, bottom } = body.getBoundingClientRect();
  return [group.dataset.path, left, top, right, bottom, group.getAttribute('aria-expanded')];
});
"""

# The time from opening a page until its scripts have run and two frames have been drawn.
DRAWN = """
const done = arguments[0];
requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())));
"""

# Elements and attributes that can run something or lead somewhere.
ACTIVE = """
const all = [...document.querySelectorAll('*')];
const acts = node => [...node.attributes].filter(
  ({ name }) => /^on|href$|^src|^style$|^action/i.test(name));
return {
  scripts: all.filter(node => /^script$/i.test(node.localName)).length,
  embedded: all.filter(node => /^(img|image|iframe|object|embed|a|form|base|link|foreignObject|animate|set|use)$/i
    .test(node.localName)).length,
  attributes: all.flatMap(acts).length,
};
"""

failures = []


def check(holds, message):
    if not holds:
        failures.append(message)
        print(f"FAILED: {message}")


def shapes(browser):
    return {path: (bounds, state) for path, *bounds, state in browser.run(SHAPES)}


def check_places(name, drawn):
    """Shapes of one panel lie apart, and those of an unfolded group within its frame."""
    panels = {}
    for path, (bounds, _) in drawn.items():
        panels.setdefault(path.rpartition("/")[0], []).append((path, bounds))
    for panel, members in panels.items():
        for number, (path, (left, top, right, bottom)) in enumerate(members):
            for other, (left2, top2, right2, bottom2) in members[:number]:
                apart = right <= left2 or right2 <= left or bottom <= top2 or bottom2 <= top
                check(apart, f"{name}: {path} lies on {other}")
            if panel:
                (left2, top2, right2, bottom2), state = drawn[panel.rpartition(".")[0]]
                within = left2 <= left and top2 <= top and right <= right2 and bottom <= bottom2
                check(within and state == "true", f"{name}: {path} is not within {panel}")


def selector(path):
    return f'[data-path="{path}"] > text'


def check_large(browser, page):
    """A picture of 10,000 nodes is drawn soon, and its groups unfold and fold again."""
    times = []
    for _ in range(ATTEMPTS):
        browser.open("about:blank")
        browser.open(page.as_uri())
        times.append(browser.run_until_done(DRAWN))
    check(min(times) <= SOON, f"{page.name} is drawn after {min(times):.0f} ms")
    before = shapes(browser)
    check(0 < len(before) <= 100, f"{page.name} has {len(before)} shapes at first")
    check_places(page.name, before)
    # From a group to a group in it, and so on to the nodes.
    path, opened = "", []
    while True:
        drawn = shapes(browser)
        inside = [
            found
            for found, (_, state) in drawn.items()
            if state == "false" and found.startswith(path)
        ]
        if not inside:
            break
        path = inside[0]
        browser.click(selector(path))
        opened.append(path)
        after = shapes(browser)
        check(after[path][1] == "true", f"{page.name}: {path} does not unfold")
        check(len(after) > len(drawn), f"{page.name}: nothing is in {path}")
        check(set(drawn) <= set(after), f"{page.name}: shapes vanish when {path} unfolds")
        check_places(page.name, after)
        path += "."
    check(len(opened) > 1, f"{page.name} has no groups in groups")
    browser.click(selector(opened[0]))
    check(shapes(browser).keys() == before.keys(), f"{page.name} does not fold again")
    browser.click("#fold")
    check(shapes(browser).keys() == before.keys(), f"{page.name} does not fold again")
    print(f"{page.name}: drawn after {min(times):.0f} ms, {len(opened)} levels unfold")


def check_quiet(browser, page):
    """Whatever the names in a picture, it runs no script but its own."""
    browser.open(page.as_uri())
    if browser.alert() is not None:
        browser.dismiss()
        return check(False, f"{page.name} runs a script")
    is_page = page.suffix == ".html"
    for step in range(12):
        expected = {"scripts": 2 if is_page else 0, "embedded": 0, "attributes": 0}
        found = browser.run(ACTIVE)
        check(found == expected, f"{page.name} has {found}")
        check(browser.alert() is None, f"{page.name} runs a script")
        if not is_page:
            root = browser.run("return [document.documentElement.localName, "
                               "document.querySelectorAll('parsererror').length]")
            check(root == ["svg", 0], f"{page.name} is no image")
            break
        drawn = shapes(browser)
        check(drawn or "empty" in page.name, f"{page.name} is not drawn")
        folded = [path for path, (_, state) in drawn.items() if state == "false"]
        if not folded:
            break
        browser.click(selector(folded[step % len(folded)]))


def main():
    folder = pathlib.Path(sys.argv[1])
    with Browser() as browser:
        for name in ["lines", "random"]:
            check_large(browser, folder / f"{name}.html")
        pages = sorted([*folder.glob("*.html"), *folder.glob("*.svg")])
        for page in pages:
            check_quiet(browser, page)
        print(f"{len(pages)} pictures run no script but their own")
        # The check sees an alert where there is one.
        browser.open("data:text/html,<script>alert(1)</script>")
        check(browser.alert() == "1", "an alert is not noticed")
    sys.exit(1 if failures else 0)


main()

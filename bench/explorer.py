"""The time of one change in the explorer: ``python -m bench.explorer``, after ``make book``.

A count of a 5 x 5 matrix is changed by the arrow keys, in the browser that the tests use, its
processor slowed four times by the browser itself. A change is timed from the key to the end
of what the page does about it, with the layout that the browser then has to make. Rows out of
sight are computed and written in a task of their own after that, which is in the time of the
processor, with the frames that are drawn, and not in that of the change. So it matters what is
in sight: the page is timed as it opens, and with the end of the table in sight, where the
searches are. Other work on the machine counts four times too; so the least time is printed,
and the time of the processor alone is measured as well, not slowed, and four of it are
printed. One matrix is that of a good classifier; on the other the searches find nothing to
stop at.
"""

import os
import statistics
from itertools import product
from pathlib import Path
from shutil import which

from playwright.sync_api import CDPSession, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
SITE = Path(os.environ.get("ORDREF_SITE", ROOT / "_build" / "html"))
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SLOWER, CHANGES, TARGET = 4, 200, 16  # times, presses of a key, milliseconds
MATRICES = {
    "good classifier": "30,4,1,0,0;3,25,5,0,0;0,4,20,3,1;0,1,5,18,2;0,0,1,3,15",
    "no order at all": "3,9,1,7,5;8,2,6,1,4;1,7,3,9,2;6,1,8,2,9;4,5,2,6,1",
}
# What is scrolled into sight, if anything is.
PLACES = {"as opened": None, "the searches": "[data-measure=ii_correlation]"}
PARTS = {
    "ScriptDuration": "script",
    "RecalcStyleDuration": "style",
    "LayoutDuration": "layout",
    "TaskDuration": "all",
}
# The task of the page is in the queue before ours.
PRESS = """async changes => {
    const input = document.querySelector('.explorer-count'), times = [];
    input.focus({preventScroll: true});
    for (let k = 0; k < changes; k++) {
        const key = k % 2 ? 'ArrowDown' : 'ArrowUp', begin = performance.now();
        input.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
        document.body.getBoundingClientRect();
        times.push(performance.now() - begin);
        await new Promise(done => setTimeout(done));
        document.body.getBoundingClientRect();
    }
    return times;
}"""


SCROLL = """async selector => {
    const row = document.querySelector(selector);
    row.scrollIntoView({block: 'center'});
    // What is in sight is told with the next frames.
    for (let k = 0; k < 3; k++) await new Promise(requestAnimationFrame);
    const {top, bottom} = row.getBoundingClientRect();
    return top > 0 && bottom < innerHeight;
}"""


def opened(page: Page, address: str, place: str | None) -> CDPSession:
    page.goto("about:blank")
    page.goto(f"{(SITE / 'chapters' / 'explorer.html').as_uri()}#a={address}")
    page.locator("#explorer.ready").wait_for(state="attached")
    if place and not page.evaluate(SCROLL, place):
        raise RuntimeError(f"{place} is not in sight")
    return page.context.new_cdp_session(page)


def times_of(page: Page, address: str, place: str | None) -> list[float]:
    session = opened(page, address, place)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    times: list[float] = page.evaluate(PRESS, CHANGES)
    return times


def processor_time_of(page: Page, address: str, place: str | None) -> dict[str, float]:
    """Milliseconds of the processor for a change, not slowed, and their parts."""
    session = opened(page, address, place)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent() -> dict[str, float]:
        found = session.send("Performance.getMetrics")["metrics"]
        return {metric["name"]: 1000 * metric["value"] for metric in found}

    # The first changes are those of a script that is not compiled yet.
    page.evaluate(PRESS, CHANGES)
    before = spent()
    page.evaluate(PRESS, CHANGES)
    after = spent()
    return {name: (after[name] - before[name]) / CHANGES for name in PARTS}


def main() -> None:
    path = next(filter(None, map(which, BROWSERS)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox"]
        )
        page = browser.new_page(viewport={"width": 1360, "height": 900})
        print(f"milliseconds of a change, the processor slowed {SLOWER} times")
        for (name, address), (where, place) in product(
            MATRICES.items(), PLACES.items()
        ):
            times = times_of(page, address, place)
            spent = processor_time_of(page, address, place)
            median = statistics.median(times[10:])
            late = statistics.quantiles(times[10:], n=20)[-1]
            alone = SLOWER * spent["TaskDuration"]
            load = os.getloadavg()[0] / (os.cpu_count() or 1)
            kept = "kept" if median < TARGET else "BROKEN"
            print(
                f"{name + ', ' + where:<31} first {times[0]:6.1f}  least {min(times):6.1f}  "
                f"median {median:6.1f}  95 of 100 {late:6.1f}  -> {kept} (below {TARGET})\n"
                f"{'':<31} of the processor alone {alone:6.1f}: "
                + ", ".join(f"{PARTS[k]} {SLOWER * spent[k]:.1f}" for k in PARTS)
                + f"\n{'':<31} processes that want a processor, for each there is: {load:.1f}"
            )
        browser.close()


if __name__ == "__main__":
    main()

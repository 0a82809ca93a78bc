"""The time of one change in the explorer: ``python -m bench.explorer``, after ``make book``.

A count of a 5 x 5 matrix is changed by the arrow keys, in the browser that the tests use, its
processor slowed four times by the browser itself. A change is timed from the key to the end
of what the page does about it, with the layout that the browser then has to make. Matrices
are those on which the searches can stop at once, and one on which they cannot.
"""

import os
import statistics
from pathlib import Path
from shutil import which

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
SITE = Path(os.environ.get("ORDREF_SITE", ROOT / "_build" / "html"))
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SLOWER, CHANGES, TARGET = 4, 60, 16  # times, presses of a key, milliseconds
MATRICES = {
    "good classifier": "30,4,1,0,0;3,25,5,0,0;0,4,20,3,1;0,1,5,18,2;0,0,1,3,15",
    "no order at all": "3,9,1,7,5;8,2,6,1,4;1,7,3,9,2;6,1,8,2,9;4,5,2,6,1",
}
PRESS = """changes => {
    const input = document.querySelector('.explorer-count'), times = [];
    input.focus();
    for (let k = 0; k < changes; k++) {
        const key = k % 2 ? 'ArrowDown' : 'ArrowUp', begin = performance.now();
        input.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
        document.body.getBoundingClientRect();
        times.push(performance.now() - begin);
    }
    return times;
}"""


def times_of(page, address: str) -> list[float]:
    page.goto("about:blank")
    page.goto(f"{(SITE / 'chapters' / 'explorer.html').as_uri()}#a={address}")
    page.locator("#explorer.ready").wait_for(state="attached")
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    # The first changes are those of a script that is not compiled yet.
    return page.evaluate(PRESS, CHANGES)


def main() -> None:
    path = next(filter(None, map(which, BROWSERS)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox"]
        )
        page = browser.new_page(viewport={"width": 1360, "height": 900})
        load = os.getloadavg()[0] / (os.cpu_count() or 1)
        print(f"milliseconds of a change, the processor slowed {SLOWER} times")
        print(f"processes that want a processor, for each there is: {load:.1f}")
        for name, address in MATRICES.items():
            times = times_of(page, address)
            median = statistics.median(times)
            kept = "kept" if median < TARGET else "BROKEN"
            print(
                f"{name:<18} first {times[0]:6.1f}  least {min(times):6.1f}  median {median:6.1f}  "
                f"largest after ten {max(times[10:]):6.1f}  -> {kept} (below {TARGET})"
            )
        browser.close()


if __name__ == "__main__":
    main()

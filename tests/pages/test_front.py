"""The front page: two systems, whose values follow their counts."""

import front
import pytest

from ordref.catalogue import MEASURES

ADDRESS = "chapters/index.html"


def values(page):
    """What the table says of each measure, and which system is framed."""
    return page.locator(".front-values tbody tr").evaluate_all(
        "rows => rows.map(r => [r.dataset.measure, [...r.cells].slice(1, 3).map(c => "
        "[c.textContent.replace('\u2212', '-'), c.classList.contains('ahead')])])"
    )


def expected(systems):
    rows = []
    for name in front.ASKED:
        found = [float(MEASURES[name](counts)) for counts in systems]
        best = (max if MEASURES[name].better == "high" else min)(found)
        ahead = [x == best and found[0] != found[1] for x in found]
        rows.append(
            [name, [[f"{x:.2f}", a] for x, a in zip(found, ahead, strict=True)]]
        )
    return rows


def test_without_scripts_both_systems_and_their_values_are_there(bare):
    page = bare.open(ADDRESS)
    counts = page.locator(".front-system td:is(.hit, .miss)").all_text_contents()
    assert [int(x) for x in counts] == [
        x for s in front.SYSTEMS.values() for r in s for x in r
    ]
    assert values(page) == expected(front.SYSTEMS.values())


@pytest.mark.parametrize(
    ("system", "row", "column", "key"), [(1, 3, 0, "+"), (0, 0, 0, "-")]
)
def test_a_changed_count_changes_the_values(tab, system, row, column, key):
    page = tab.open_anew(ADDRESS)
    page.locator(".front .play-cell").first.wait_for()
    assert values(page) == expected(front.SYSTEMS.values())
    cell = (
        page.locator(".front-system")
        .nth(system)
        .locator("tbody tr")
        .nth(row)
        .locator("button")
    )
    cell.nth(column).focus()
    for _ in range(3):
        page.keyboard.press(key)
    changed = [[[*line] for line in counts] for counts in front.SYSTEMS.values()]
    changed[system][row][column] += 3 if key == "+" else -3
    assert values(page) == expected(changed)
    assert values(page) != expected(front.SYSTEMS.values())

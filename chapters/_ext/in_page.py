"""Cells that run in the reader's browser: what the page and its Python need, beside the pages.

Nothing of it is loaded before a reader chooses *Run*. In `_static/live` are then the cells of
each chapter with what they print, the package as a wheel, what the chapters read, and `live.json`,
the names and the sha256 of all that may be loaded. The runtime itself comes from the official
server (`live: cdn`), or from the site, where `tools/run_live.py` has put it there.
"""

import hashlib
import io
import json
import shutil
import sys
import tomllib
import zipfile
from importlib import metadata
from pathlib import Path

from docutils import nodes
from glance import ROOT
from hatchling.builders.wheel import WheelBuilder
from sphinx.errors import ExtensionError
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective

import ordref

sys.path.append(str(ROOT / "live"))
from ordref_live import printed

FILES = "live.js", "live.css", "worker.js", "python.mjs"
LOCK = json.loads((ROOT / "live" / "lock.json").read_text(encoding="utf-8"))
KNOWN = tomllib.loads((ROOT / "live" / "known.toml").read_text(encoding="utf-8"))
# Pure Python of the versions that are installed here; where one is not, its cells say so.
PACKED = {"sympy": ["mpmath"], "mpmath": [], "narwhals": [], "krippendorff": ["numpy"]}
# With what tables need: `evaluate` makes them, which the front page calls.
ADDRESS = """{
  const { href } = new URL("WHEEL", location);
  const pre = [...document.querySelectorAll(".wheel pre")].pop();
  pre.textContent = `python -m pip install "ordref[table] @ ${href}"`;
}"""
EPOCH = (2020, 2, 2, 0, 0, 0)  # a zip of the same files has the same bytes


class Numbered(SphinxPostTransform):
    """What a cell puts in and out is known by its place in the notebook, wherever it is moved."""

    default_priority = 790  # before `reading` folds cells together
    formats = ("html",)

    def run(self, **kwargs):
        for cell in self.document.findall(nodes.container):
            if cell.get("nb_element") == "cell_code":
                for part in cell.findall(nodes.container):
                    if part.get("nb_element") in (
                        "cell_code_source",
                        "cell_code_output",
                    ):
                        part["classes"].append(f"c{cell['cell_index']}")


def cells_of(notebook):
    """The cells of a chapter that run: place, source, what is printed, what is known of it."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    known, found = KNOWN.get(notebook.stem, {}), []
    for k, cell in enumerate(cells):
        if cell["cell_type"] == "code":
            one = {
                "at": k,
                "source": "".join(cell["source"]),
                "printed": printed(cell["outputs"]),
            }
            found.append(
                {**one, "known": known[cell["id"]]} if cell["id"] in known else one
            )
    return found


# ------------------------------------------------------------------------------ packed


def archive(files):
    """A zip of names and contents."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as out:
        for name, content in sorted(files.items()):
            info = zipfile.ZipInfo(name, EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            out.writestr(info, content)
    return packed.getvalue()


def book():
    """What chapters read, and what runs their cells."""
    paths = [ROOT / "chapters" / "axioms.toml"]
    for folder in ("bench", "studies"):
        paths += [
            p for p in (ROOT / folder).rglob("*") if p.is_file() and p.suffix != ".pyc"
        ]
    files = {f"book/{p.relative_to(ROOT).as_posix()}": p.read_bytes() for p in paths}
    # How IPython writes a value, by its own code: BSD 3-Clause, (c) the IPython Development Team.
    from IPython.lib import pretty

    files["live/ipython_pretty.py"] = Path(pretty.__file__).read_bytes()
    for part in ("live/ordref_live.py", "chapters/_ext/drawn.py"):
        files[f"live/{Path(part).name}"] = (ROOT / part).read_bytes()
    return archive(files)


def repacked(name):
    """The wheel of a pure package, from the files that pip has unpacked, without its tests."""
    held = metadata.distribution(name)
    files = {
        file.as_posix(): held.locate_file(file).read_bytes()
        for file in held.files or ()
        if not {"..", "tests", "__pycache__", "RECORD", "benchmarks"} & set(file.parts)
    }
    return f"{name}-{held.version}-py3-none-any.whl", held.version, archive(files)


def entry(name, version, file, content, depends):
    """As the lock of Pyodide tells of a package."""
    sums = {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}
    kind = {"install_dir": "site", "package_type": "package", "imports": [name]}
    told = {"name": name, "version": version, "file_name": file, "depends": depends}
    return {**told, **kind, **sums}


def write_static(folder, chapters=ROOT / "chapters"):
    """All but the runtime; the entries of what has been written."""
    own = {}
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in FILES:  # some servers do not know that .mjs is a script, too
        shutil.copy(ROOT / "live" / name, folder / name.replace(".mjs", ".js"))
    wheel = Path(next(WheelBuilder(str(ROOT)).build(directory=str(folder))))
    version = wheel.name.split("-")[1]
    own["ordref"] = entry("ordref", version, wheel.name, wheel.read_bytes(), ["numpy"])
    for name, depends in PACKED.items():
        try:
            file, version, content = repacked(name)
        except metadata.PackageNotFoundError:
            continue
        (folder / file).write_bytes(content)
        own[name] = entry(name, version, file, content, depends)
    content = book()
    (folder / "book.zip").write_bytes(content)
    sums = {k: entry("", "", "", content, [])[k] for k in ("sha256", "bytes")}
    for notebook in chapters.glob("*.ipynb"):
        text = json.dumps(cells_of(notebook), ensure_ascii=False, separators=(",", ":"))
        (folder / f"{notebook.stem}.json").write_text(text, encoding="utf-8")
    told = {
        "server": LOCK["server"],
        "info": LOCK["info"],
        "core": LOCK["core"],
        "book": sums,
    }
    told |= {"official": LOCK["packages"], "own": own}
    (folder / "live.json").write_text(
        json.dumps(told, separators=(",", ":")), encoding="utf-8"
    )


# --------------------------------------------------------------------------- the build


class Wheel(SphinxDirective):
    """The line that installs the package from the page, at the address at which it is read."""

    def run(self):
        place = f"_static/live/ordref-{ordref.__version__}-py3-none-any.whl"
        up = "../" * self.env.docname.count("/")
        install = f'python -m pip install "_build/html/{place}[table]"'
        line = nodes.literal_block("", install)
        line["language"], line["classes"] = "sh", ["wheel"]
        script = ADDRESS.replace("WHEEL", f"{up}{place}")
        return [line, nodes.raw("", f"<script>{script}</script>", format="html")]


def offer(app, pagename, templatename, context, doctree):
    """The third depth, on pages with cells."""
    runs = doctree is not None and any(
        node.get("nb_element") == "cell_code"
        for node in doctree.findall(nodes.container)
    )
    if app.config.live not in ("cdn", "off"):
        raise ExtensionError(f"live is cdn or off, and not {app.config.live}")
    context["live"] = runs and app.config.live == "cdn"


def write(app, exception):
    if not exception and app.builder.format == "html" and app.config.live != "off":
        write_static(Path(app.outdir) / "_static" / "live")


def setup(app):
    app.add_config_value("live", "off", "html")
    app.add_directive("wheel", Wheel)
    app.add_post_transform(Numbered)
    app.connect("html-page-context", offer)
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

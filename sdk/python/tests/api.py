"""Prints the package's public names with their signatures, for sdk/python/api.txt."""

import inspect
import pathlib
import sys
from typing import Any, Iterator

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "src"))

import lintel  # noqa: E402


def members(name: str, value: Any) -> Iterator[str]:
    # Annotations of built-in types read differently from release to release; the sources have them.
    for key, each in sorted(inspect.getmembers(value)):
        if key.startswith("_") or key in ("add_note", "with_traceback", "args"):
            continue
        if inspect.isfunction(each):
            yield f"{name}.{key}({', '.join(parameters(each))})"


def parameters(function: Any) -> Iterator[str]:
    star = False
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not star:
            star = True
            yield "*"
        if not parameter.name.startswith("_"):
            default = "" if parameter.default is parameter.empty else f"={parameter.default!r}"
            yield parameter.name + default


def report() -> Iterator[str]:
    for name in sorted(lintel.__all__):
        value = getattr(lintel, name)
        if inspect.isclass(value):
            bases = ", ".join(base.__name__ for base in value.__bases__ if base.__name__ != "_Client")
            has_own = inspect.isfunction(value.__init__) and not getattr(value, "_is_protocol", False)
            own = ", ".join(parameters(value.__init__) if has_own else getattr(value, "_fields", ()))
            yield f"class {name}({bases}): {own}"
            yield from members(name, value)
        elif inspect.ismodule(value):
            yield from (f"{name}.{each}" for each in sorted(value.__all__))
    client = lintel.Lintel("avk_test_x", base_url="https://age.example")
    yield from groups("Lintel.admin", client.admin)


def groups(path: str, group: Any) -> Iterator[str]:
    yield from members(path, type(group))
    for key, each in sorted(vars(group).items()):
        if not key.startswith("_"):
            yield from groups(f"{path}.{key}", each)


print("\n".join(report()))

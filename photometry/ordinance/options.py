"""Interpretations: the questions that a code leaves open, and the answers that were chosen.

A code lists each question with its possible values; the first is the default.  A value that
needs a number is written ``{ tolerance = 10 }``; the code's own number there is what the
value is tried with when the report says what it would turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from photometry.errors import Fault, nearest_name
from photometry.site.shown import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["Choice", "Choices", "Option", "choose", "option_faults"]


@dataclass(frozen=True, slots=True)
class Choice:
    """A value of an option, with its number where it takes one.

    Attributes
    ----------
    exact
        The number as a decimal, as conditions read it.
    """

    value: str
    exact: Decimal | None = None

    @property
    def number(self) -> float | None:
        """The number as a float."""
        return None if self.exact is None else float(self.exact)

    @property
    def form(self) -> str:
        """The same as it is typed: ``"literal"`` in quotes, ``{ tolerance = 10 }``."""
        return f'"{self.value}"' if self.exact is None else f"{{ {self.value} = {self.exact} }}"

    @property
    def plain(self) -> str | dict[str, float]:
        """The choice as a site file writes it: ``"literal"``, ``{"tolerance": 10.0}``."""
        return self.value if self.exact is None else {self.value: float(self.exact)}


@dataclass(frozen=True, slots=True)
class Option:
    """One question that a code leaves open.

    Attributes
    ----------
    values
        The default first.
    """

    name: str
    question: str
    values: tuple[Choice, ...]

    @property
    def has_number(self) -> bool:
        """Whether some value takes a number."""
        return any(value.exact is not None for value in self.values)

    def others(self, chosen: Choice) -> tuple[Choice, ...]:
        """Give each value that was not chosen."""
        return tuple(value for value in self.values if value.value != chosen.value)

    @property
    def _forms(self) -> str:
        """Its values as a site file writes them, in words."""
        *others, last = (value.form for value in self.values)
        return f"{', '.join(others)} or {last}" if others else last

    def read(self, given: Any) -> Choice:
        """Read a choice as a site file writes it.

        Raises
        ------
        ValueError
            It is none of the values, or lacks its number.
        """
        known = {value.value: value for value in self.values}
        name, number = given, None
        if isinstance(given, Mapping) and len(given) == 1:
            ((name, number),) = given.items()
        if not isinstance(name, str) or name not in known:
            hint = nearest_name(str(name), known)
            hint = hint if hint.startswith("did you mean") else f"it asks: {self.question}"
            raise ValueError(f"{self.name} must be {self._forms}, not {shown(given)}; {hint}")
        if (known[name].exact is not None) != (number is not None):
            raise ValueError(f"{self.name}: write {known[name].form}")
        return Choice(name, None if number is None else _exact(self.name, number))


def _exact(name: str, number: Any) -> Decimal:
    if isinstance(number, bool) or not isinstance(number, (int, float, Decimal)):
        raise ValueError(f"{name}: a number is needed, not {shown(number)}")  # noqa: TRY004  # a wrong value of a file
    exact = number if isinstance(number, Decimal) else Decimal(repr(number))
    if not exact.is_finite() or not -(10**12) <= exact <= 10**12:
        raise ValueError(f"{name}: a finite number is needed, not {number}")
    return exact


Choices = Mapping[str, Choice]
# No interpretation of a law, but looked for among them.
ELSEWHERE: Final = {"max_error_fc": "write it above the first [table] of the file"}


def option_faults(
    options: Iterable[Mapping[str, Option]],
    given: Mapping[str, Any],
    file: str = "",
    line_of: Callable[[str], int | None] = lambda _: None,
) -> tuple[Fault, ...]:
    """Say what is wrong with the options of a site, for all of its codes at once.

    Parameters
    ----------
    options
        The options of each code: ``[code.options for code in codes]``.
    given
        As the site file has them, unread.
    file, line_of
        Where they stand: the file, and an option's name to its line.
    """
    known: dict[str, Option] = {}
    for one in options:
        known.update(one)
    faults = []
    for name, value in given.items():
        if name not in known:
            advice = ELSEWHERE.get(name) or nearest_name(name, known)
            what = f"[options]: no option is called {name}"
            faults.append(Fault(what, file, line_of(name), advice=advice))
            continue
        try:
            known[name].read(value)
        except ValueError as error:
            faults.append(Fault(f"[options]: {error}", file, line_of(name)))
    return tuple(faults)


def choose(options: Mapping[str, Option], given: Mapping[str, Any]) -> dict[str, Choice]:
    """Give the choice made of every option of a code, its default where none was made.

    Options of other codes are passed over; `option_faults` is asked first.
    """
    return {
        name: option.read(given[name]) if name in given else option.values[0]
        for name, option in options.items()
    }

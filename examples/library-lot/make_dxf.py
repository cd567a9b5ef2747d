"""Make the base drawing of the Town Library, and the same site in plain coordinates.

`base.dxf` is what a civil engineer hands over: survey coordinates, arcs as bulges, a reading
room of lines and an arc, poles as blocks with attributes (turned, mirrored, scaled, within
another block, in an array), a lot line that was drawn twice and has an elevation, old lines on
a frozen layer. `site-inline.toml` is `site.toml` with every coordinate worked out here by plain
formulas, so that the two can be held against each other.

    python examples/library-lot/make_dxf.py
"""

from __future__ import annotations

import itertools
import math
import re
from dataclasses import dataclass
from pathlib import Path

import ezdxf

HERE = Path(__file__).parent
EAST, NORTH = 650_000.0, 1_000_000.0  # of the corner of the lot, US survey feet
SAGITTA_FT = 0.01  # of chords, as photometry flattens arcs
QUARTER = math.tan(math.pi / 8)  # bulge of a quarter turn

Point = tuple[float, float]
Bulged = tuple[float, float, float]  # x, y and the bulge of the arc that starts there

# ---- the site, in feet from the corner of the lot ------------------------------------------------

# Mill Street bends; its corner with Library Lane is rounded.
LOT: list[Bulged] = [(0, 0, 0.02), (195, 0, QUARTER), (220, 25, 0), (220, 215, 0), (0, 215, 0)]
STREET: list[Bulged] = [(0, -13, 0.02), (195, -13, 0)]
LANE_CENTRE, LANE_RADIUS, LANE_END = (195.0, 25.0), 38.0, 220.0
DRIVEWAY_AT_STREET: list[Point] = [(56, -14.6), (90, -14.9)]
PARKING: list[Bulged] = [
    (36, 30, 0),
    (154, 30, QUARTER),
    (160, 36, 0),
    (160, 134, QUARTER),
    (154, 140, 0),
    (36, 140, QUARTER),
    (30, 134, 0),
    (30, 36, QUARTER),
]
DRIVEWAY: list[Bulged] = [(61, 0, 0), (85, 0, 0), (85, 30, 0), (61, 30, 0)]
FRONT_WALK: list[Bulged] = [(30, 150, 0), (160, 150, 0), (160, 162, 0), (30, 162, 0)]
GARDEN_WALK: list[Bulged] = [(160, 4, 0), (166, 4, 0), (166, 150, 0), (160, 150, 0)]
FENCE: list[Bulged] = [  # along the house, and round the corner behind the library
    (2.5, 10, 0),
    (3, 10, 0),
    (3, 211.5, 0),
    (70, 211.5, 0),
    (70, 212, 0),
    (2.5, 212, 0),
]
ROOM_CENTRE, ROOM_RADIUS = (95.0, 162.0), 9.0  # of the reading room's bow
WALLS: list[Point] = [(104, 162), (160, 162), (160, 200), (30, 200), (30, 162), (86, 162)]
ISLAND: list[Bulged] = [(-9, -2, 0), (9, -2, 1), (9, 2, 0), (-9, 2, 1)]  # a block, round its middle


@dataclass(frozen=True)
class Placed:
    """How a block is set down: scaled along its axes, then turned, then moved."""

    x: float
    y: float
    turn_deg: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0

    def point(self, x: float, y: float) -> Point:
        """Place a point of the block."""
        turn = math.radians(self.turn_deg)
        along, across = x * self.scale_x, y * self.scale_y
        return (
            self.x + along * math.cos(turn) - across * math.sin(turn),
            self.y + along * math.sin(turn) + across * math.cos(turn),
        )

    def outline(self, bulged: list[Bulged]) -> list[Bulged]:
        """Place an outline; an arc that is mirrored turns the other way."""
        way = math.copysign(1.0, self.scale_x * self.scale_y)
        return [(*self.point(x, y), way * bulge) for x, y, bulge in bulged]

    def direction_deg(self) -> float:
        """Give where the block's own +x points."""
        return (self.turn_deg + (180.0 if self.scale_x < 0 else 0.0)) % 360.0


ISLANDS = [
    Placed(48, 85, 90),
    Placed(95, 85, 90, 1, -1),  # with pole P5 in it
    Placed(142, 85, 60, -1.2, 1.2),
]


@dataclass(frozen=True)
class Pole:
    """A luminaire: a block and what is written on it."""

    tag: str
    kind: str
    placed: Placed
    height: str
    group: str
    orient: str = ""  # blank: the way the block is turned


POLES = [
    *(
        Pole(f"P{n}", "A3", Placed(x, 40, 90), "15", "parking")
        for n, x in ((1, 48), (2, 95), (3, 142))
    ),
    Pole("P4", "A5", Placed(48, 85, 0, 2, 2), "15", "parking"),
    Pole("P6", "A5", Placed(142, 85), "15'", "parking"),
    *(
        Pole(f"P{n}", "A3", Placed(x, 130, 90, -1, 1), "15", "parking")
        for n, x in ((7, 48), (8, 95), (9, 142))
    ),
    Pole("E1", "A3E", Placed(56, 15, 45), "15", "entrance", "0"),
    Pole("E2", "A3E", Placed(90, 15, 45), "15", "entrance", "180"),
    *(
        Pole(f"W{n}", "W", Placed(x, y, 270), "11'", "front")
        for n, x, y in ((1, 42, 162), (2, 68, 162), (3, 95, 153), (4, 122, 162), (5, 148, 162))
    ),
    *(
        Pole(f"G{n}", "B", Placed(167, y), "3'-6\"", "walk")
        for n, y in ((1, 63), (2, 100), (3, 137))
    ),
    *(Pole(f"R{n}", "R", Placed(x, 200, 90), "9'", "rear") for n, x in ((1, 60), (2, 120))),
]
ISLAND_POLE = Pole("P5", "A5", Placed(0, 0), "15", "parking")  # in the block of the second island
BOLLARDS = Pole("B", "B", Placed(167, 6), "3'-6\"", "walk")  # an array
BOLLARD_STEP, BOLLARD_COUNT = 12.0, 3
HEIGHTS_FT = {"15": 15.0, "15'": 15.0, "11'": 11.0, "9'": 9.0, "3'-6\"": 3.5}


# ---- the drawing ---------------------------------------------------------------------------------


class Base:
    """The drawing in the making."""

    def __init__(self) -> None:
        self.document = ezdxf.new("R2010", units=21)  # US survey feet
        self.space = self.document.modelspace()
        for name, colour in (
            ("C-PROP", 1),
            ("C-PKNG", 7),
            ("C-ISLD", 3),
            ("C-DRIV", 7),
            ("C-WALK", 8),
            ("C-EOP", 5),
            ("C-ACCS", 5),
            ("A-BLDG", 6),
            ("A-FENC", 6),
            ("E-LITE", 2),
            ("C-ANNO", 9),
            ("V-TOPO-OLD", 9),
        ):
            self.document.layers.add(name, color=colour)
        self.document.layers.get("V-TOPO-OLD").freeze()

    def outline(
        self, bulged: list[Bulged], layer: str, *, close: bool = True, z: float = 0
    ) -> None:
        """Draw a polyline with arcs."""
        self.space.add_lwpolyline(
            [(EAST + x, NORTH + y, bulge) for x, y, bulge in bulged],
            format="xyb",
            close=close,
            dxfattribs={"layer": layer, "elevation": z},
        )

    def line(self, start: Point, end: Point, layer: str) -> None:
        """Draw one line."""
        (ax, ay), (bx, by) = start, end
        self.space.add_line(
            (EAST + ax, NORTH + ay), (EAST + bx, NORTH + by), dxfattribs={"layer": layer}
        )

    def arc(self, centre: Point, radius: float, start: float, end: float, layer: str) -> None:
        """Draw an arc, counterclockwise."""
        at = (EAST + centre[0], NORTH + centre[1])
        self.space.add_arc(at, radius, start, end, dxfattribs={"layer": layer})

    def blocks(self) -> None:
        """Define the blocks: poles of each type, islands, an island with a pole in it."""
        for kind in dict.fromkeys(pole.kind for pole in (*POLES, BOLLARDS)):
            block = self.document.blocks.new(f"LITE-{kind}")
            block.add_circle((0, 0), 1.0)
            block.add_line((0, 0), (3, 0))  # the street side
            for row, tag in enumerate(("TAG", "TYPE", "MH", "ORIENT", "CIRCUIT", "CATALOG")):
                block.add_attdef(tag, (2, -2 - row), height=1.0)
        self.document.blocks.new("ISLAND").add_lwpolyline(ISLAND, format="xyb", close=True)
        planted = self.document.blocks.new("ISLAND-POLE")
        planted.add_blockref("ISLAND", (0, 0), dxfattribs={"layer": "C-ISLD"})
        self.pole(ISLAND_POLE, planted, (0, 0))

    def pole(
        self, pole: Pole, space: object = None, origin: Point = (EAST, NORTH), **more: float
    ) -> None:
        """Set a pole down, with what is written on it."""
        placed = pole.placed
        reference = (space or self.space).add_blockref(  # type: ignore[attr-defined]  # a layout
            f"LITE-{pole.kind}",
            (origin[0] + placed.x, origin[1] + placed.y),
            dxfattribs={
                "layer": "E-LITE",
                "rotation": placed.turn_deg,
                "xscale": placed.scale_x,
                "yscale": placed.scale_y,
                **more,
            },
        )
        reference.add_auto_attribs(
            {
                "TAG": pole.tag,
                "TYPE": pole.kind,
                "MH": pole.height,
                "ORIENT": pole.orient,
                "CIRCUIT": f"LP-{1 + len(pole.group)}",
            }
        )
        reference.add_attrib("GROUP", pole.group, (0, 0))
        for attribute in reference.attribs:
            attribute.dxf.layer = "C-ANNO"

    def draw(self) -> None:
        """Draw the site."""
        self.blocks()
        self.outline(LOT, "C-PROP", z=512.35)  # the elevation of a survey's benchmark
        self.outline(LOT, "C-PROP", z=512.35)  # drawn twice
        self.outline(STREET, "C-EOP", close=False)
        self.arc(LANE_CENTRE, LANE_RADIUS, 270, 360, "C-EOP")
        x, y = LANE_CENTRE
        self.line((x + LANE_RADIUS, LANE_END), (x + LANE_RADIUS, y), "C-EOP")  # the other way
        self.line(*DRIVEWAY_AT_STREET, "C-ACCS")
        self.outline(PARKING, "C-PKNG")
        hatch = self.space.add_hatch(dxfattribs={"layer": "C-PKNG"})
        hatch.paths.add_polyline_path([(EAST + x, NORTH + y, bulge) for x, y, bulge in PARKING])
        self.outline(DRIVEWAY, "C-DRIV")
        self.outline(FRONT_WALK, "C-WALK")
        self.outline(GARDEN_WALK, "C-WALK")
        self.outline(FENCE, "A-FENC")
        self.building()
        for name, placed in zip(("ISLAND", "ISLAND-POLE", "ISLAND"), ISLANDS, strict=True):
            self.space.add_blockref(
                name,
                (EAST + placed.x, NORTH + placed.y),
                dxfattribs={
                    "layer": "C-ISLD",
                    "rotation": placed.turn_deg,
                    "xscale": placed.scale_x,
                    "yscale": placed.scale_y,
                },
            )
        for pole in POLES:
            self.pole(pole)
        self.pole(BOLLARDS, row_count=BOLLARD_COUNT, row_spacing=BOLLARD_STEP)
        self.leftovers()

    def building(self) -> None:
        """Draw the walls one by one, every other one backward, and the bow of the reading room."""
        for number, (start, end) in enumerate(itertools.pairwise(WALLS)):
            self.line(*((end, start) if number % 2 else (start, end)), "A-BLDG")
        self.arc(ROOM_CENTRE, ROOM_RADIUS, 180, 360, "A-BLDG")

    def leftovers(self) -> None:
        """Leave what every base has besides: remarks, and old lines on a frozen layer."""
        self.space.add_text(
            "TOWN LIBRARY",
            height=6,
            dxfattribs={"layer": "C-ANNO", "insert": (EAST + 60, NORTH + 180)},
        )
        old = {"layer": "V-TOPO-OLD"}
        self.space.add_line((0, 0), (EAST, NORTH), dxfattribs=old)
        self.space.add_circle((EAST, NORTH), 3000, dxfattribs=old)
        for step in range(40):
            height = 500.0 + step
            self.space.add_polyline3d(
                [
                    (EAST - 300 + 20 * step, NORTH - 400, height),
                    (EAST + 9 * step, NORTH + 700, height),
                ],
                dxfattribs=old,
            )


# ---- the same in coordinates ---------------------------------------------------------------------


def flattened(bulged: list[Bulged], *, close: bool = True) -> list[Point]:
    """Give an outline's points, arcs as chords at most a hundredth of a foot off."""
    points: list[Point] = []
    ends = [*bulged[1:], bulged[0]] if close else bulged[1:]
    for (ax, ay, bulge), (bx, by, _) in zip(bulged, ends, strict=False):
        points.append((ax, ay))
        if bulge:
            sweep = 4 * math.atan(bulge)
            half = math.dist((ax, ay), (bx, by)) / 2
            radius = half / math.sin(abs(sweep) / 2)
            apothem = math.copysign(radius * math.cos(abs(sweep) / 2), bulge)
            ux, uy = (bx - ax) / (2 * half), (by - ay) / (2 * half)
            centre = (ax + bx) / 2 - uy * apothem, (ay + by) / 2 + ux * apothem
            points += arc_between(centre, radius, math.atan2(ay - centre[1], ax - centre[0]), sweep)
    return points if close else [*points, bulged[-1][:2]]


def arc_between(centre: Point, radius: float, start: float, sweep: float) -> list[Point]:
    """Give the points of an arc between its ends."""
    step = 2 * math.acos(1 - SAGITTA_FT / radius)
    chords = max(math.ceil(abs(sweep) / step), math.ceil(abs(sweep) / (math.pi / 2) - 1e-9))
    angles = [start + sweep * number / chords for number in range(1, chords)]
    return [(centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a)) for a in angles]


def shapes() -> dict[str, list[Point]]:
    """Give the shapes by the names that site.toml has for them."""
    x, y = LANE_CENTRE
    lane = [
        (x, y - LANE_RADIUS),
        *arc_between(LANE_CENTRE, LANE_RADIUS, -math.pi / 2, math.pi / 2),
        (x + LANE_RADIUS, y),
        (x + LANE_RADIUS, LANE_END),
    ]
    bow = arc_between(ROOM_CENTRE, ROOM_RADIUS, math.pi, math.pi)
    found = {
        "pavement#1": flattened(STREET, close=False),
        "pavement#2": lane,
        "access": DRIVEWAY_AT_STREET,
        "parking": flattened(PARKING),
        "driveway": flattened(DRIVEWAY),
        "walk#1": flattened(FRONT_WALK),
        "walk#2": flattened(GARDEN_WALK),
        "fence": flattened(FENCE),
        "building": [*WALLS, *bow],
    }
    for number, placed in enumerate(ISLANDS, start=1):
        found[f"islands#{number}"] = flattened(placed.outline(ISLAND))
    return found


def stretch(start: Point, end: Point) -> list[Point]:
    """Give the lot line from one of its corners to another, counterclockwise."""
    line = flattened(LOT)
    first, last = line.index(start), line.index(end)
    return line[first : last + 1] if last > first else [*line[first:], *line[: last + 1]]


def written(points: list[Point]) -> str:
    """Write points in survey coordinates, to the last digit."""
    return "[" + ", ".join(f"[{EAST + x!r}, {NORTH + y!r}]" for x, y in points) + "]"


def luminaires() -> str:
    """Write every luminaire as a table."""
    middle = ISLANDS[1]
    island_pole = Pole("P5", "A5", Placed(middle.x, middle.y, middle.turn_deg), "15", "parking")
    drawn = [(pole, pole.placed.y, pole.tag) for pole in (island_pole, *POLES)]
    drawn += [
        (BOLLARDS, BOLLARDS.placed.y + row * BOLLARD_STEP, f"B-{row + 1}")
        for row in range(BOLLARD_COUNT)
    ]
    return "".join(
        f'\n[[luminaires]]\nid = "{tag}"\ntype = "{pole.kind}"\ngroup = "{pole.group}"\n'
        f"at = [{EAST + pole.placed.x!r}, {NORTH + y!r}]\n"
        f"mounting_height_ft = {HEIGHTS_FT[pole.height]}\n"
        f"orientation_deg = {float(pole.orient or pole.placed.direction_deg())}\n"
        for pole, y, tag in drawn
    )


def inline(text: str) -> str:
    """Write site.toml without its drawing."""
    text = re.sub(r"\[geometry\]\n(?:.+\n)+", "", text)

    def cut(match: re.Match[str]) -> str:
        ends = [float(number) for number in match.groups()]
        start, end = (ends[0] - EAST, ends[1] - NORTH), (ends[2] - EAST, ends[3] - NORTH)
        return f"line = {written(stretch(start, end))}\n"

    point = r"\[([\d.]+), ([\d.]+)\]"
    text = re.sub(rf'line = "layer:property_line"\nfrom = {point}\nto = {point}\n', cut, text)
    known = shapes()
    text = re.sub(r'"layer:([^"]+)"', lambda match: written(known[match[1]]), text)
    head = "# site.toml in plain coordinates, made by make_dxf.py; see there.\n\n"
    body = text[text.index("format = 1") :]
    return head + body.rstrip("\n") + "\n" + luminaires()


def main(folder: Path = HERE) -> None:
    """Write the drawing and the site in coordinates."""
    before = ezdxf.options.write_fixed_meta_data_for_testing
    ezdxf.options.write_fixed_meta_data_for_testing = True  # no dates: the same bytes every time
    try:
        base = Base()
        base.draw()
        base.document.saveas(folder / "base.dxf")
    finally:
        ezdxf.options.write_fixed_meta_data_for_testing = before
    text = inline((HERE / "site.toml").read_text("utf-8"))
    (folder / "site-inline.toml").write_text(text, "utf-8", newline="\n")


if __name__ == "__main__":
    main()

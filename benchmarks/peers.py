"""Other people's programs on the same scene: each makes a function that gives footcandles.

A peer that is not installed, or does not import, is named with the reason.
"""

from __future__ import annotations

import os
import subprocess
import warnings
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from scenes import SIDE_FT, Scene, write_lm63

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Program = Callable[[], Floats]

LUMENS_PER_WATT = 179.0  # Radiance's white
M_PER_FT = 0.3048


def radiance(scene: Scene, folder: Path) -> Program:
    """Radiance by pyradiance: ies2rad once, then rtrace, direct only, one process.

    Timed is rtrace, with its start and its reading of the scene; points go in and irradiance
    comes out in binary.
    """
    package = Path(str(import_module("pyradiance").__file__)).parent
    environment = {
        **os.environ,
        "RAYPATH": f"{package / 'lib'}{os.pathsep}.",
        "PATH": f"{package / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}",
    }

    def run(program: str, *arguments: str, given: bytes | None = None) -> bytes:
        command = [str(package / "bin" / program), *arguments]
        return subprocess.run(
            command, cwd=folder, env=environment, input=given, capture_output=True, check=True
        ).stdout

    write_lm63(scene.heads.tables[0], folder / "table.ies")
    (folder / "lamps.tab").write_text("", encoding="ascii")  # no lamp name means a colour
    commands = []
    for k, (place, pose) in enumerate(zip(scene.heads.position_ft, scene.pose_deg, strict=True)):
        weight, name = float(scene.heads.weight[k]), f"l{k}"
        white = ("-dm", "-f", "lamps.tab", "-c", "1", "1", "1", "-i", "0.01")
        run("ies2rad", *white, "-m", repr(weight), "-o", name, "table.ies")
        orientation, tilt, _, spin = pose
        commands.append(
            f"!xform -rz {spin} -ry {-tilt} -rz {orientation} "
            f"-t {place[0]} {place[1]} {place[2]} {name}.rad"
        )
    (folder / "scene.rad").write_text("\n".join(commands) + "\n", encoding="ascii")
    (folder / "scene.oct").write_bytes(run("oconv", "scene.rad"))
    up = np.broadcast_to([0.0, 0.0, 1.0], scene.points.shape)
    rays = np.hstack([scene.points, up]).astype("<f8").tobytes()
    direct = ("-ab", "0", "-lr", "0", "-ds", "0", "-dj", "0", "-dt", "0", "-dc", "1", "-dr", "0")

    def trace() -> Floats:
        found = run("rtrace", "-h", "-I", "-fdd", *direct, "scene.oct", given=rays)
        return np.frombuffer(found, "<f8").reshape(-1, 3)[:, 0] * LUMENS_PER_WATT

    return trace


def guv_calcs(scene: Scene, folder: Path) -> Program:
    """guv-calcs: a plane that counts the cosine, every lamp anew; metres, its own unit."""
    guv = import_module("guv_calcs")
    write_lm63(scene.heads.tables[0], folder / "table.ies")
    lamps = {}
    for k, (place, pose) in enumerate(zip(scene.heads.position_ft, scene.pose_deg, strict=True)):
        orientation, tilt = np.radians(pose[:2])
        way = np.sin(tilt) * np.cos(orientation), np.sin(tilt) * np.sin(orientation), -np.cos(tilt)
        weight, at = float(scene.heads.weight[k]), place * M_PER_FT
        lamp = guv.Lamp(lamp_id=f"l{k}", filedata=folder / "table.ies", scaling_factor=weight)
        lamps[f"l{k}"] = lamp.move(*at).rotate(pose[3]).aim(*(at + way))
    side = SIDE_FT * M_PER_FT
    plane = guv.CalcPlane.from_points(
        (0.0, 0.0, 0.0),
        (side, 0.0, 0.0),
        (0.0, side, 0.0),
        spacing=(side / scene.across,) * 2,
        horiz=True,
        use_normal=True,
    )
    order = np.lexsort(plane.geometry.coords.T[:2])  # by y, then by x: as the scene's points
    if not np.allclose(plane.geometry.coords[order], scene.points * M_PER_FT):
        msg = "its lattice is not the one asked for"
        raise ValueError(msg)
    factor = next(iter(lamps.values())).intensity_units.factor

    def compute() -> Floats:
        values = np.asarray(plane.calculate_values(lamps, hard=True), np.float64).ravel()
        return values[order] / factor * M_PER_FT**2

    return compute


def luxpy(_scene: Scene, _folder: Path) -> Program:
    """luxpy: its readers of luminaire files (toolbox iolidfiles)."""
    import_module("luxpy")
    msg = "it renders luminaires, and has no point-by-point illuminance"
    raise NotImplementedError(msg)


PEERS = {"pyradiance": radiance, "guv-calcs": guv_calcs, "luxpy": luxpy}


def peers(scene: Scene, folder: Path) -> tuple[dict[str, Program], dict[str, str]]:
    """Give the peers that are there, ready to run, and why others are not."""
    found, absent = {}, {}
    for name, make in PEERS.items():
        place = folder / name
        place.mkdir()
        try:
            label = f"{name} {version(name)}"
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # peers deprecate their own functions
                found[label] = make(scene, place)
        except PackageNotFoundError:
            absent[name] = "not installed"
        except Exception as error:  # noqa: BLE001  # whatever keeps a peer from running
            absent[name] = f"{type(error).__name__}: {str(error).splitlines()[0][:120]}"
    return found, absent

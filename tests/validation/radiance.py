"""Radiance beside this engine: the same luminaires, walls and meters, traced by rtrace.

Radiance is the ray tracer of the Lawrence Berkeley National Laboratory; the package pyradiance
carries its programs. Here they are asked for direct light alone: ``ies2rad`` turns the luminaire
file into a small glowing sphere with the file's candela round it, ``xform`` turns and places it,
``rtrace -I`` gives the irradiance of a meter. No bounces, no sampling: every number repeats.

Radiance is told that a coordinate of 1 is a metre; as illuminance goes with the inverse square
of whatever the unit is, lumens per square foot come out where feet went in.
"""

from __future__ import annotations

import itertools
import os
import subprocess
from pathlib import Path

import numpy as np
import pyradiance

BIN = Path(pyradiance.__file__).parent / "bin"
LIB = Path(pyradiance.__file__).parent / "lib"
LUMENS_PER_WATT = 179.0  # Radiance's white: ies2rad divides candela by it
RADIUS = 0.01  # of the sphere, ft: seen from 8 ft its size changes illuminance by 1e-6
# No ambient light, no bounce, no threshold below which a light or a shadow ray is left out, one
# shadow ray to the middle of each light.
DIRECT_ONLY = ("-ab", "0", "-av", "0", "0", "0", "-lr", "0", "-ds", "0", "-dj", "0", "-dt", "0")
DIRECT_ONLY += ("-dc", "1", "-dr", "0", "-dp", "0")


def illuminance(folder, luminaires, points_ft, normals, obstructions=()):
    """Illuminance by Radiance at points, (n,), fc.

    Luminaires are those of this project, and name the LM-63 file on disk that they were read
    from as (path, luminaire); obstructions are this project's prisms.
    """
    scene = folder / "scene.rad"
    commands = [_luminaire(folder, number, *each) for number, each in enumerate(luminaires)]
    scene.write_text("\n".join([*commands, *_walls(obstructions)]) + "\n", encoding="ascii")
    octree = folder / "scene.oct"
    octree.write_bytes(_run(folder, "oconv", "scene.rad"))
    rays = np.hstack([points_ft, np.broadcast_to(normals, np.shape(points_ft))])
    given = np.ascontiguousarray(rays, "<f8").tobytes()
    arguments = ("-h", "-I", "-fdd", *DIRECT_ONLY, "scene.oct")
    rgb = np.frombuffer(_run(folder, "rtrace", *arguments, given=given), "<f8").reshape(-1, 3)
    assert (np.ptp(rgb, axis=1) == 0).all()  # white: all three are the same
    return rgb[:, 0] * LUMENS_PER_WATT


def _luminaire(folder, number, path, luminaire):
    """Convert the file, and give the command that turns and places it: spin first."""
    name = f"luminaire{number}"
    (folder / "lamps.tab").write_text("", encoding="ascii")  # no name of a lamp means a colour
    options = ("-dm", "-f", "lamps.tab", "-c", "1", "1", "1")
    options += ("-i", str(RADIUS), "-m", repr(luminaire.llf))
    _run(folder, "ies2rad", *options, "-o", name, str(path))
    return (
        f"!xform -rz {luminaire.spin_deg} -rx {luminaire.roll_deg} -ry {-luminaire.tilt_deg} "
        f"-rz {luminaire.orientation_deg} "
        f"-t {luminaire.x_ft} {luminaire.y_ft} {luminaire.z_ft} {name}.rad"
    )


def _walls(obstructions):
    """Prisms as black polygons: sides, top and underside."""
    yield "void plastic black 0 0 5 0 0 0 0 0"
    for number, prism in enumerate(obstructions):
        base, top = prism.base_height_ft, prism.top_ft
        ring = [tuple(vertex) for vertex in prism.footprint_ft]
        faces = [
            [(*a, base), (*b, base), (*b, top), (*a, top)]
            for a, b in itertools.pairwise([*ring, ring[0]])
        ]
        faces += [[(*v, top) for v in ring], [(*v, base) for v in reversed(ring)]]
        for side, face in enumerate(faces):
            numbers = " ".join(repr(float(c)) for vertex in face for c in vertex)
            yield f"black polygon prism{number}.{side} 0 0 {3 * len(face)} {numbers}"


def _run(folder, program, *arguments, given=None):
    """Run one of Radiance's programs in a folder of its own."""
    path = f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}"
    environment = {**os.environ, "RAYPATH": f"{LIB}{os.pathsep}.", "PATH": path}
    done = subprocess.run(
        [BIN / program, *arguments],
        cwd=folder,
        env=environment,
        input=given,
        capture_output=True,
        check=True,
    )
    return done.stdout

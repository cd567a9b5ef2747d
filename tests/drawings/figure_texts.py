"""What is written on a drawn sheet, and where: a help for the tests of sheets."""

import shapely
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text
from shapely.affinity import rotate


def artists(figure, name):
    return [artist for artist in figure.axes[0].get_children() if artist.get_gid() == name]


def texts_of(figure):
    return [t for t in figure.axes[0].get_children() if isinstance(t, Text) and t.get_text()]


def words_of(figure):
    return [text.get_text() for text in texts_of(figure)]


def outline(text, renderer):
    """Outline of a text as matplotlib measures it, in dots, trimmed to its ink."""
    angle = text.get_rotation()
    anchor = text.get_transform().transform(text.get_position())
    text.set_rotation(0)
    extent = text.get_window_extent(renderer)
    text.set_rotation(angle)
    # Matplotlib's line box reaches above and below the ink by a fifth of the size.
    trim = 0.12 * extent.height
    upright = shapely.box(extent.x0, extent.y0 + trim, extent.x1, extent.y1 - trim)
    return rotate(upright, angle, origin=tuple(anchor))


def outlines_of_texts(figure):
    """Texts of a figure, and their outlines."""
    renderer = FigureCanvasAgg(figure).get_renderer()
    texts = texts_of(figure)
    return texts, [outline(text, renderer) for text in texts]


def overlapping_texts(figure):
    """Give the pairs of texts whose ink overlaps."""
    texts, outlines = outlines_of_texts(figure)
    one, other = shapely.STRtree(outlines).query(outlines, predicate="intersects")
    return [
        (texts[i].get_text(), texts[j].get_text())
        for i, j in zip(one, other, strict=True)
        if i < j and outlines[i].intersection(outlines[j]).area > 0.5  # square dots at 100 dpi
    ]

"""YAML text with positions, limits, diagnostics and their printing: the lowest layer, which imports no other."""

from .checks import LIMITS, Limits
from .diagnostic import SEVERITIES, Diagnostic, Diagnostics, Severity, nearest, register, registered
from .document import Data, Document, Path
from .offsets import Style
from .printing import FORMATS, Format, render, visible
from .reader import read_file, read_text
from .scalars import Scalar
from .spans import SourceFile, Span

__all__ = [
    "FORMATS",
    "LIMITS",
    "SEVERITIES",
    "Data",
    "Diagnostic",
    "Diagnostics",
    "Document",
    "Format",
    "Limits",
    "Path",
    "Scalar",
    "Severity",
    "SourceFile",
    "Span",
    "Style",
    "nearest",
    "read_file",
    "read_text",
    "register",
    "registered",
    "render",
    "visible",
]

"""Pyodide's package loader for a page that loads no packages."""


class _Folder:
    """Pyodide asks these for their text; a plain str would become JavaScript's and lack that."""

    def __init__(self, path):
        self.path = path

    def __str__(self):
        return self.path


SITE_PACKAGES = _Folder("/lib/python3.14/site-packages")
DSO_DIR = _Folder("/usr/lib")


def init_loaded_packages():
    """Nothing was installed, so there is nothing to list."""


def get_install_dir(_target):
    raise RuntimeError("this build loads no packages")


def unpack_buffer(*_arguments, **_options):
    raise RuntimeError("this build unpacks no archives")

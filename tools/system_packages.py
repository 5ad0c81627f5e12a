"""Installs the system packages that `make` needs and pip cannot bring.

    python3 tools/system_packages.py venv | test | check

Uses apt when packages are missing and we are root or sudo asks for no password. Otherwise it prints what to install and
exits with 1. Only the standard library: it runs before there is an environment.
"""

import importlib.util
import os
import shutil
import subprocess
import sys

SCREEN = ["xvfb", "xauth", "openbox", "wmctrl", "xdotool"]  # a screen, a window manager, and hands for both
GTK = ["python3-gi", "python3-gi-cairo", "gir1.2-gtk-3.0", "gir1.2-webkit2-4.1", "libgl1-mesa-dri", "webkit2gtk-driver"]
QT = [  # shared libraries that the PySide6 wheels expect to find
    "libegl1",
    "libnss3",
    "libxcb-cursor0",
    "libxcb-icccm4",
    "libxcb-image0",
    "libxcb-keysyms1",
    "libxcb-render-util0",
    "libxcb-xinerama0",
    "libxkbcommon-x11-0",
]
GROUPS: dict[str, list[str]] = {
    "venv": ["python3-venv"],
    "test": ["chromium-headless-shell", "dbus-daemon", *SCREEN, *GTK, *QT],
    "check": ["nodejs", "npm"],
}
COMMANDS = {"chromium-headless-shell": "chromium-headless-shell", "nodejs": "node", "npm": "npm"}
NODE_MAJOR = 18


def main(groups: list[str]) -> int:
    """Install what is missing for `groups`; returns the exit code."""
    missing = missing_packages(groups)
    if missing:
        install(missing)
        missing = missing_packages(groups)
    if missing:
        print(f"Missing system packages ({', '.join(groups)}). On Debian or Ubuntu, install them with:\n")
        print(f"  sudo apt-get install --no-install-recommends {' '.join(missing)}\n")
        print("On another system, install their equivalents, then run make again.")
        return 1
    if "check" in groups and node_major() < NODE_MAJOR:
        print(f"Node.js {NODE_MAJOR} or newer is needed, this is {node_major()}.")
        return 1
    return 0


def missing_packages(groups: list[str]) -> list[str]:
    """The packages of `groups` that are neither installed nor there by another way."""
    return [package for group in groups for package in GROUPS[group] if not present(package)]


def present(package: str) -> bool:
    """Whether `package`, or the command or module it is needed for, is there."""
    if package == "python3-venv":
        return importlib.util.find_spec("ensurepip") is not None
    if package in COMMANDS and shutil.which(COMMANDS[package]):
        return True
    if not shutil.which("dpkg-query"):
        return False
    query = ["dpkg-query", "--show", "--showformat=${Status}\n", package]
    found = subprocess.run(query, capture_output=True, text=True, check=False)
    return "install ok installed" in found.stdout


def install(packages: list[str]) -> None:
    """Install `packages` with apt, if there is a way to do so without asking."""
    privilege = root_prefix()
    if privilege is None or not shutil.which("apt-get"):
        return
    apt = [*privilege, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "--quiet", "-o", "DPkg::Lock::Timeout=600"]
    print(f"Installing system packages: {' '.join(packages)}", flush=True)
    subprocess.run([*apt, "update"], check=False)
    subprocess.run([*apt, "install", "--yes", "--no-install-recommends", *packages], check=False)


def root_prefix() -> list[str] | None:
    """What to put before a command to run it as root, or None when that is not possible silently."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        return []
    if shutil.which("sudo") is None:
        return None
    silent = subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False).returncode == 0
    return ["sudo", "-n"] if silent else None


def node_major() -> int:
    """The major version of the installed Node.js."""
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout
    return int(version.lstrip("v").split(".")[0])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

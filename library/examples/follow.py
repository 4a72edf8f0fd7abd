#!/usr/bin/env python3
"""Follows a scan log and prints its moves, and its findings with the ruling of a law.   follow.py LOG LAW"""
import ctypes
import json
import sys

lib = ctypes.CDLL("libjadoube.so.0.1")
lib.jadoube_new.restype = ctypes.c_void_p
for name in ("jadoube_next_line", "jadoube_next_problem", "jadoube_error"):
    getattr(lib, name).restype = ctypes.c_char_p
follower = ctypes.c_void_p(lib.jadoube_new())


def check(status):
    while text := lib.jadoube_next_line(follower):
        line = json.loads(text)
        if line["type"] == "move":
            print(line["ply"], line["san"], line["certainty"])
        elif line["type"] == "finding":
            print(line["kind"], line["state"], line.get("article"), line["advice"]["text"])
    while text := lib.jadoube_next_problem(follower):
        print(text.decode(), file=sys.stderr)
    if status < 0:
        sys.exit(lib.jadoube_error(follower).decode())


path, law = sys.argv[1:]
check(lib.jadoube_set_law(follower, law.encode()))
with open(path, "rb") as log:
    while piece := log.read(4096):
        check(lib.jadoube_feed(follower, piece, ctypes.c_size_t(len(piece))))
check(lib.jadoube_finish(follower))
lib.jadoube_free(follower)

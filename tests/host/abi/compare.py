# SPDX-License-Identifier: MIT
"""Whether programs compiled with an earlier header may run with the library of a later one.

    compare.py EARLIER LATER      folders with tauflow.h and tauflow_status.h

Structs and enumerations may only have grown at their ends, functions are as they were, names of
numbers keep their values. Prints what is not so.
"""
import re
import subprocess
import sys


def plain(folder):
    """The library's part of the header, without comments and directives."""
    done = subprocess.run(["cc", "-E", "-P", "-I" + folder, folder + "/tauflow.h"], check=True,
                          stdout=subprocess.PIPE, text=True)
    text = " ".join(done.stdout.split())
    return text[text.index("typedef enum { TAUFLOW_OK"):]


def items(text):
    """Structs and named enumerations: name to list of members; functions; numbers."""
    bodies = {name: [part.strip() for part in re.split("[;,]", body) if part.strip()]
              for body, name in re.findall(r"typedef (?:struct|enum) \{([^}]*)\} (\w+);", text)}
    functions = set(re.findall(r'__attribute__\(\([^;]*?\)\)\) ([^;{}]*\));', text))
    numbers = {part.strip() for body in re.findall(r"(?<!typedef )enum \{([^}]*)\};", text)
               for part in body.split(",") if part.strip()}
    return bodies, functions, numbers


def main(earlier, later):
    bodies, functions, numbers = items(plain(earlier))
    new_bodies, new_functions, new_numbers = items(plain(later))
    if len(bodies) < 9 or len(functions) < 30 or len(numbers) < 7:
        sys.exit(f"too little found in {earlier}: {len(bodies)}, {len(functions)}, {len(numbers)}")
    wrong = [f"{name} does not begin as it did" for name, members in bodies.items()
             if new_bodies.get(name, [])[:len(members)] != members]
    wrong += [f"{name} has grown, which it must not" for name in ("tauflow_input", "tauflow_output")
              if new_bodies[name] != bodies[name]]
    wrong += ["function gone or changed: " + f for f in sorted(functions - new_functions)]
    wrong += ["number gone or changed: " + n for n in sorted(numbers - new_numbers)]
    for name in ("tauflow_options", "tauflow_state"):  # those that the library reads
        last = re.split(r"[\s*]+", new_bodies[name][-1])[-1]
        print(f"_Static_assert(offsetof({name}, {last}) + sizeof((({name} *)0)->{last}) == "
              f"sizeof({name}), \"unused bytes at the end\");")
    sys.exit("\n".join(wrong) if wrong else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
